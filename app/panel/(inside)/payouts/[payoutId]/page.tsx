import { PayoutScreen } from "@/components/panel/payouts/payout-screen";
import { Screen } from "@/components/panel/screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { settlementList } from "@/server/domain/payouts/settlement-list";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("payout");

interface PayoutPageProps {
  readonly params: Promise<{ payoutId: string }>;
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function PayoutPage({ params, searchParams }: PayoutPageProps) {
  const payoutId = decodeURIComponent((await params).payoutId);
  const lines = readListQuery(settlementList, pageParameters(await searchParams));
  const carried = readListQuery(settlementList, () => []);
  const page = await panelPage("payout.read", ({ payout }, client) => [
    client.prefetchQuery(payout.get.queryOptions({ payoutId })),
    client.prefetchInfiniteQuery(
      payout.settlements.infiniteQueryOptions({ ...lines, payoutId, part: "lines" }, cursorPaging),
    ),
    client.prefetchInfiniteQuery(
      payout.settlements.infiniteQueryOptions({ ...carried, payoutId, part: "carried" }, cursorPaging),
    ),
  ]);
  return (
    <Screen {...page}>
      <PayoutScreen payoutId={payoutId} />
    </Screen>
  );
}
