import type { Metadata } from "next";
import { headers } from "next/headers";
import { WebhooksScreen } from "@/components/panel/developers/webhooks-screen";
import { cursorPaging } from "@/components/panel/payments/cursor-paging";
import { Screen } from "@/components/panel/screen";
import { readDeliveryFilters } from "@/server/domain/webhooks/delivery-filters";
import { pageLanguage } from "@/server/entry/http/page-language";
import { panelPage } from "@/server/entry/panel/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "Webhook" : "Webhooks" };
}

interface WebhooksPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function WebhooksPage({ searchParams }: WebhooksPageProps) {
  const parameters = await searchParams;
  const filters = readDeliveryFilters((name) => [parameters[name]].flat()[0] ?? null);
  const page = await panelPage("webhook.read", (trpc, client) => [
    client.prefetchQuery(trpc.webhook.settings.queryOptions()),
    client.prefetchInfiniteQuery(trpc.webhook.list.infiniteQueryOptions(filters, cursorPaging)),
  ]);
  return (
    <Screen {...page}>
      <WebhooksScreen />
    </Screen>
  );
}
