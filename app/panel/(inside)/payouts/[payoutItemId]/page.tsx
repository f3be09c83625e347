import type { Metadata } from "next";
import { headers } from "next/headers";
import { cursorPaging } from "@/components/panel/payments/cursor-paging";
import { PayoutScreen } from "@/components/panel/payouts/payout-screen";
import { Screen } from "@/components/panel/screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { panelPage } from "@/server/entry/panel/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "Hak ediş ödemesi" : "Payout" };
}

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
