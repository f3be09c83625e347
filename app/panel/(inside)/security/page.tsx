import { Screen } from "@/components/panel/screen";
import { SecurityScreen } from "@/components/panel/security/security-screen";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("security");

export default async function SecurityPage() {
  const page = await panelPage("self.manage", (trpc, client) => [
    client.prefetchQuery(trpc.self.get.queryOptions()),
    client.prefetchQuery(trpc.self.passkeys.queryOptions()),
    client.prefetchQuery(trpc.self.sessions.queryOptions()),
    client.prefetchQuery(trpc.self.failedSignIns.queryOptions()),
  ]);
  return (
    <Screen {...page}>
      <SecurityScreen door="panel" duty={page.session.duty} />
    </Screen>
  );
}
