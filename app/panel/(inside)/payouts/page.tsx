import { parseDay } from "@/components/panel/payouts/due-day";
import { PayoutsScreen } from "@/components/panel/payouts/payouts-screen";
import { Screen } from "@/components/panel/screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { payoutList } from "@/server/domain/payouts/payout-list";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("payouts");

interface PayoutsPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function PayoutsPage({ searchParams }: PayoutsPageProps) {
  const parameters = await searchParams;
  const { day } = parameters;
  const query = readListQuery(payoutList, pageParameters(parameters));
  const dueAt = parseDay(typeof day === "string" ? day : null);
  const page = await panelPage("payout.read", ({ payout }, client) => [
    client.prefetchQuery(payout.due.queryOptions()),
    client.prefetchInfiniteQuery(payout.list.infiniteQueryOptions(query, cursorPaging)),
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
