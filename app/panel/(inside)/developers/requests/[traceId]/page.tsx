import type { Metadata } from "next";
import { headers } from "next/headers";
import { RequestScreen } from "@/components/panel/developers/requests/request-screen";
import { Screen } from "@/components/panel/screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { panelPage } from "@/server/entry/panel/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "API isteği" : "API request" };
}

export default async function RequestPage({ params }: { params: Promise<{ traceId: string }> }) {
  const { traceId } = await params;
  const page = await panelPage("request.read", (trpc, client) => [
    client.prefetchQuery(trpc.request.get.queryOptions({ traceId })),
  ]);
  return (
    <Screen {...page}>
      <RequestScreen traceId={traceId} />
    </Screen>
  );
}
