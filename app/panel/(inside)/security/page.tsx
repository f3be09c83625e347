import type { Metadata } from "next";
import { headers } from "next/headers";
import { Screen } from "@/components/panel/screen";
import { SecurityScreen } from "@/components/panel/security/security-screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { panelPage } from "@/server/entry/panel/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "Güvenliğim" : "My security" };
}

export default async function SecurityPage() {
  const page = await panelPage("self.manage", (trpc, client) => [
    client.prefetchQuery(trpc.self.get.queryOptions()),
    client.prefetchQuery(trpc.self.sessions.queryOptions()),
  ]);
  return (
    <Screen {...page}>
      <SecurityScreen />
    </Screen>
  );
}
