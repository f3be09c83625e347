import { RefundsScreen } from "@/components/panel/refunds/refunds-screen";
import { Screen } from "@/components/panel/screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { refundRequestList } from "@/server/domain/refunds/refund-request-list";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("refunds");

interface RefundsPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function RefundsPage({ searchParams }: RefundsPageProps) {
  const query = readListQuery(refundRequestList, pageParameters(await searchParams));
  const page = await panelPage("refund.read", (trpc, client) => [
    client.prefetchInfiniteQuery(trpc.refund.list.infiniteQueryOptions(query, cursorPaging)),
  ]);
  return (
    <Screen {...page}>
      <RefundsScreen />
    </Screen>
  );
}
