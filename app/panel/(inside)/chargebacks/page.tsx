import { ChargebacksScreen } from "@/components/panel/chargebacks/chargebacks-screen";
import { Screen } from "@/components/panel/screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { chargebackList } from "@/server/domain/chargebacks/chargeback-inputs";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("chargebacks");

interface ChargebacksPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function ChargebacksPage({ searchParams }: ChargebacksPageProps) {
  const query = readListQuery(chargebackList, pageParameters(await searchParams));
  const page = await panelPage("chargeback.read", ({ chargeback }, client) => [
    client.prefetchInfiniteQuery(chargeback.list.infiniteQueryOptions(query, cursorPaging)),
  ]);
  return (
    <Screen {...page}>
      <ChargebacksScreen />
    </Screen>
  );
}
