import { CarriedScreen } from "@/components/panel/payouts/carried-screen";
import { Screen } from "@/components/panel/screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { settlementList } from "@/server/domain/payouts/settlement-list";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("carried");

interface CarriedPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function CarriedPage({ searchParams }: CarriedPageProps) {
  const query = readListQuery(settlementList, pageParameters(await searchParams));
  const page = await panelPage("payout.read", ({ payout }, client) => [
    client.prefetchInfiniteQuery(payout.carriedSettlements.infiniteQueryOptions(query, cursorPaging)),
  ]);
  return (
    <Screen {...page}>
      <CarriedScreen />
    </Screen>
  );
}
