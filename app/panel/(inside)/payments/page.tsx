import type { Metadata } from "next";
import { headers } from "next/headers";
import { cursorPaging } from "@/components/panel/payments/cursor-paging";
import { PaymentsScreen } from "@/components/panel/payments/payments-screen";
import { Screen } from "@/components/panel/screen";
import { readPaymentQuery, toPaymentFilters } from "@/server/domain/payments/payment-query";
import { pageLanguage } from "@/server/entry/http/page-language";
import { panelPage } from "@/server/entry/panel/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "Ödemeler" : "Payments" };
}

interface PaymentsPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function PaymentsPage({ searchParams }: PaymentsPageProps) {
  const parameters = await searchParams;
  const filters = toPaymentFilters(readPaymentQuery((name) => [parameters[name]].flat()[0] ?? null));
  const page = await panelPage("payment.read", (trpc, client) => [
    client.prefetchInfiniteQuery(trpc.payment.list.infiniteQueryOptions(filters, cursorPaging)),
    client.prefetchQuery(trpc.account.terminals.queryOptions()),
  ]);
  return (
    <Screen {...page}>
      <PaymentsScreen />
    </Screen>
  );
}
