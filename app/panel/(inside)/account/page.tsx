import { AccountScreen } from "@/components/panel/account/account-screen";
import { Screen } from "@/components/panel/screen";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("account");

export default async function AccountPage() {
  const page = await panelPage("account.read", (trpc, client) => [
    client.prefetchQuery(trpc.account.get.queryOptions()),
    client.prefetchQuery(trpc.account.profile.queryOptions()),
    client.prefetchQuery(trpc.account.terminals.queryOptions()),
  ]);
  return (
    <Screen {...page}>
      <AccountScreen />
    </Screen>
  );
}
