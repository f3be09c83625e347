import type { Metadata } from "next";
import { headers } from "next/headers";
import { readLinkFilter, readParameters, toListInput } from "@/components/panel/links/link-filter";
import { LinksScreen } from "@/components/panel/links/links-screen";
import { Screen } from "@/components/panel/screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { panelPage } from "@/server/entry/panel/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "Ödeme linkleri" : "Payment links" };
}

interface LinksPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function LinksPage({ searchParams }: LinksPageProps) {
  const input = toListInput(readLinkFilter(readParameters(await searchParams)));
  const page = await panelPage("link.read", (trpc, client) => [
    client.prefetchQuery(trpc.link.list.queryOptions(input)),
  ]);
  return (
    <Screen {...page}>
      <LinksScreen />
    </Screen>
  );
}
