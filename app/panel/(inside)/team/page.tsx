import { Screen } from "@/components/panel/screen";
import { TeamScreen } from "@/components/panel/team/team-screen";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("team");

export default async function TeamPage() {
  const page = await panelPage("team.read", (trpc, client) => [
    client.prefetchQuery(trpc.team.list.queryOptions()),
    client.prefetchQuery(trpc.team.invitations.queryOptions()),
    client.prefetchQuery(trpc.refund.limit.queryOptions()),
  ]);
  return (
    <Screen {...page}>
      <TeamScreen />
    </Screen>
  );
}
