import type { Metadata } from "next";
import { headers } from "next/headers";
import { HomeScreen } from "@/components/panel/home/home-screen";
import { Screen } from "@/components/panel/screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { panelPage } from "@/server/entry/panel/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "Ana sayfa" : "Home" };
}

export default async function HomePage() {
  const page = await panelPage("home.read", (trpc, client) => [
    client.prefetchQuery(trpc.home.get.queryOptions()),
    client.prefetchQuery(trpc.home.attention.queryOptions()),
  ]);
  return (
    <Screen {...page}>
      <HomeScreen />
    </Screen>
  );
}
