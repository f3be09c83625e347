import { KeysScreen } from "@/components/panel/developers/keys/keys-screen";
import { Screen } from "@/components/panel/screen";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("keys");

export default async function KeysPage() {
  const page = await panelPage("key.read", (trpc, client) => [client.prefetchQuery(trpc.key.list.queryOptions())]);
  return (
    <Screen {...page}>
      <KeysScreen />
    </Screen>
  );
}
