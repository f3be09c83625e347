import type { Metadata } from "next";
import { headers } from "next/headers";
import { readRequestFilters } from "@/components/panel/developers/requests/request-filters";
import { RequestsScreen } from "@/components/panel/developers/requests/requests-screen";
import { Screen } from "@/components/panel/screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { panelPage } from "@/server/entry/panel/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "API istekleri" : "API requests" };
}

interface PageInput {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function RequestsPage({ searchParams }: PageInput) {
  const filters = readRequestFilters(await searchParams);
  const page = await panelPage("request.read", (trpc, client) => [
    client.prefetchInfiniteQuery(trpc.request.list.infiniteQueryOptions(filters, { getNextPageParam: () => null })),
    client.prefetchQuery(trpc.request.keys.queryOptions()),
  ]);
  return (
    <Screen {...page}>
      <RequestsScreen filters={filters} />
    </Screen>
  );
}
