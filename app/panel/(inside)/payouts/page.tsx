import { PayoutsScreen } from "@/components/panel/payouts/payouts-screen";
import { Screen } from "@/components/panel/screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { readCalendarMonth } from "@/server/domain/payouts/calendar-month";
import { payoutList } from "@/server/domain/payouts/payout-list";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("payouts");

interface PayoutsPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function PayoutsPage({ searchParams }: PayoutsPageProps) {
  const parameter = pageParameters(await searchParams);
  const query = readListQuery(payoutList, parameter);
  const month = readCalendarMonth(parameter("month")[0] ?? null);
  const page = await panelPage("payout.read", ({ payout }, client) => [
    client.prefetchQuery(payout.calendar.queryOptions({ month })),
    client.prefetchQuery(payout.due.queryOptions()),
    client.prefetchInfiniteQuery(payout.list.infiniteQueryOptions(query, cursorPaging)),
  ]);
  return (
    <Screen {...page}>
      <PayoutsScreen />
    </Screen>
  );
}
