import { NewLinkScreen } from "@/components/panel/links/new-link-screen";
import { Screen } from "@/components/panel/screen";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("newLink");

export default async function NewLinkPage() {
  const page = await panelPage("link.write", (trpc, client) => [
    client.prefetchQuery(trpc.link.terms.queryOptions()),
    client.prefetchQuery(trpc.account.terminals.queryOptions()),
  ]);
  return (
    <Screen {...page}>
      <NewLinkScreen />
    </Screen>
  );
}
