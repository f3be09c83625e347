import { PayoutScreen } from "@/components/panel/payouts/payout-screen";
import { Screen } from "@/components/panel/screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { settlementList } from "@/server/domain/payouts/settlement-list";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("payout");

interface PayoutPageProps {
  readonly params: Promise<{ payoutItemId: string }>;
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function PayoutPage({ params, searchParams }: PayoutPageProps) {
  const payoutItemId = decodeURIComponent((await params).payoutItemId);
  const query = readListQuery(settlementList, pageParameters(await searchParams));
  const page = await panelPage("payout.read", ({ payout }, client) => [
    client.prefetchQuery(payout.get.queryOptions({ payoutItemId })),
    client.prefetchInfiniteQuery(payout.settlements.infiniteQueryOptions({ ...query, payoutItemId }, cursorPaging)),
  ]);
  return (
    <Screen {...page}>
      <PayoutScreen payoutItemId={payoutItemId} />
    </Screen>
  );
}
