import type { Metadata } from "next";
import { headers } from "next/headers";
import { NewLinkScreen } from "@/components/panel/links/new-link-screen";
import { Screen } from "@/components/panel/screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { panelPage } from "@/server/entry/panel/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "Yeni ödeme linki" : "New payment link" };
}

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
