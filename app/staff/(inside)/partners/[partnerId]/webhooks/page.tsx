import { WebhooksScreen } from "@/components/staff/partners/webhooks-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { deliveryList } from "@/server/domain/webhooks/delivery-list";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("partner");

interface WebhooksPageInput {
  readonly params: Promise<{ partnerId: string }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function WebhooksPage({ params, searchParams }: WebhooksPageInput) {
  const { partnerId } = await params;
  const query = readListQuery(deliveryList, pageParameters(await searchParams));
  const page = await staffPage("webhook.read", (trpc, client) => [
    client.prefetchQuery(trpc.partner.get.queryOptions({ partnerId })),
    client.prefetchInfiniteQuery(trpc.partner.deliveries.infiniteQueryOptions({ ...query, partnerId }, cursorPaging)),
  ]);
  return (
    <StaffScreen {...page}>
      <WebhooksScreen partnerId={partnerId} />
    </StaffScreen>
  );
}
