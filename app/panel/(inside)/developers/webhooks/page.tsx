import { WebhooksScreen } from "@/components/panel/developers/webhooks-screen";
import { Screen } from "@/components/panel/screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { deliveryList } from "@/server/domain/webhooks/delivery-list";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("webhooks");

interface WebhooksPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function WebhooksPage({ searchParams }: WebhooksPageProps) {
  const query = readListQuery(deliveryList, pageParameters(await searchParams));
  const page = await panelPage("webhook.read", (trpc, client) => [
    client.prefetchQuery(trpc.webhook.settings.queryOptions()),
    client.prefetchInfiniteQuery(trpc.webhook.list.infiniteQueryOptions(query, cursorPaging)),
  ]);
  return (
    <Screen {...page}>
      <WebhooksScreen />
    </Screen>
  );
}
