import type { Metadata } from "next";
import { headers } from "next/headers";
import { cursorPaging } from "@/components/panel/payments/cursor-paging";
import { parseDay } from "@/components/panel/payouts/due-day";
import { PayoutsScreen } from "@/components/panel/payouts/payouts-screen";
import { Screen } from "@/components/panel/screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { panelPage } from "@/server/entry/panel/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "Hak edişler" : "Payouts" };
}

interface PayoutsPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function PayoutsPage({ searchParams }: PayoutsPageProps) {
  const { day } = await searchParams;
  const dueAt = parseDay(typeof day === "string" ? day : null);
  const page = await panelPage("payout.read", ({ payout }, client) => [
    client.prefetchQuery(payout.due.queryOptions()),
    client.prefetchInfiniteQuery(payout.list.infiniteQueryOptions({}, cursorPaging)),
    ...(dueAt
      ? [client.prefetchInfiniteQuery(payout.dueSettlements.infiniteQueryOptions({ dueAt }, cursorPaging))]
      : []),
  ]);
  return (
    <Screen {...page}>
      <PayoutsScreen />
    </Screen>
  );
}
