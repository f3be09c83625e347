import { PaymentsScreen } from "@/components/panel/payments/payments-screen";
import { Screen } from "@/components/panel/screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { paymentList } from "@/server/domain/payments/payment-list";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("payments");

interface PaymentsPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function PaymentsPage({ searchParams }: PaymentsPageProps) {
  const query = readListQuery(paymentList, pageParameters(await searchParams));
  const page = await panelPage("payment.read", (trpc, client) => [
    client.prefetchInfiniteQuery(trpc.payment.list.infiniteQueryOptions(query, cursorPaging)),
    client.prefetchQuery(trpc.account.terminals.queryOptions()),
    ...(query.linkId === null ? [] : [client.prefetchQuery(trpc.link.get.queryOptions({ linkId: query.linkId }))]),
  ]);
  return (
    <Screen {...page}>
      <PaymentsScreen />
    </Screen>
  );
}
