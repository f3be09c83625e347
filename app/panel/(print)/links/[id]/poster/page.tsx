import type { Metadata } from "next";
import { headers } from "next/headers";
import { PosterScreen } from "@/components/panel/links/poster-screen";
import { Screen } from "@/components/panel/screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { panelPage } from "@/server/entry/panel/page";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: pageLanguage(await headers()) === "tr" ? "Ödeme linkinin afişi" : "Poster of a payment link",
  };
}

export default async function PosterPage({ params }: { params: Promise<{ id: string }> }) {
  const { id: linkId } = await params;
  const page = await panelPage("link.read", (trpc, client) => [
    client.prefetchQuery(trpc.link.get.queryOptions({ linkId })),
  ]);
  return (
    <Screen {...page}>
      <PosterScreen linkId={linkId} />
    </Screen>
  );
}
