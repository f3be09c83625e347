import type { Metadata } from "next";
import { headers } from "next/headers";
import { Screen } from "@/components/panel/screen";
import { TeamScreen } from "@/components/panel/team/team-screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { panelPage } from "@/server/entry/panel/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "Ekip" : "Team" };
}

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
