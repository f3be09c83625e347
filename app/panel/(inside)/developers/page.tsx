import type { Metadata } from "next";
import { headers } from "next/headers";
import { KeysScreen } from "@/components/panel/developers/keys-screen";
import { Screen } from "@/components/panel/screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { panelPage } from "@/server/entry/panel/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "API anahtarları" : "API keys" };
}

export default async function KeysPage() {
  const page = await panelPage("key.read", (trpc, client) => [client.prefetchQuery(trpc.key.list.queryOptions())]);
  return (
    <Screen {...page}>
      <KeysScreen />
    </Screen>
  );
}
