import type { Metadata } from "next";
import { headers } from "next/headers";
import { AccountScreen } from "@/components/panel/account/account-screen";
import { Screen } from "@/components/panel/screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { panelPage } from "@/server/entry/panel/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "Hesap" : "Account" };
}

export default async function AccountPage() {
  const page = await panelPage("account.read", (trpc, client) => [
    client.prefetchQuery(trpc.account.get.queryOptions()),
    client.prefetchQuery(trpc.account.terminals.queryOptions()),
  ]);
  return (
    <Screen {...page}>
      <AccountScreen />
    </Screen>
  );
}
