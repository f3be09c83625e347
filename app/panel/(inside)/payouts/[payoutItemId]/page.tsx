import { PayoutScreen } from "@/components/panel/payouts/payout-screen";
import { Screen } from "@/components/panel/screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("payout");

export default async function PayoutPage({ params }: { params: Promise<{ payoutItemId: string }> }) {
  const payoutItemId = decodeURIComponent((await params).payoutItemId);
  const page = await panelPage("payout.read", ({ payout }, client) => [
    client.prefetchQuery(payout.get.queryOptions({ payoutItemId })),
    client.prefetchInfiniteQuery(payout.settlements.infiniteQueryOptions({ payoutItemId }, cursorPaging)),
  ]);
  return (
    <Screen {...page}>
      <PayoutScreen payoutItemId={payoutItemId} />
    </Screen>
  );
}
