import type { Metadata } from "next";
import { headers } from "next/headers";
import { LinkScreen } from "@/components/panel/links/link-screen";
import { Screen } from "@/components/panel/screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { panelPage } from "@/server/entry/panel/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "Ödeme linki" : "Payment link" };
}

export default async function LinkPage({ params }: { params: Promise<{ id: string }> }) {
  const { id: linkId } = await params;
  const page = await panelPage("link.read", (trpc, client) => [
    client.prefetchQuery(trpc.link.get.queryOptions({ linkId })),
    client.prefetchQuery(trpc.link.timeline.queryOptions({ linkId })),
  ]);
  return (
    <Screen {...page}>
      <LinkScreen linkId={linkId} />
    </Screen>
  );
}
