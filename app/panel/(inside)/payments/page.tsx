import type { Metadata } from "next";
import { headers } from "next/headers";
import { pageByPage } from "@/components/panel/payments/page-by-page";
import { PaymentsScreen } from "@/components/panel/payments/payments-screen";
import { Screen } from "@/components/panel/screen";
import { filtersOf, readPaymentQuery } from "@/server/domain/payments/payment-address";
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
  const filters = filtersOf(readPaymentQuery((name) => [parameters[name]].flat()[0] ?? null));
  const page = await panelPage("payment.read", (trpc, client) => [
    client.prefetchInfiniteQuery(trpc.payment.list.infiniteQueryOptions(filters, pageByPage)),
    client.prefetchQuery(trpc.account.terminals.queryOptions()),
  ]);
  return (
    <Screen {...page}>
      <PaymentsScreen />
    </Screen>
  );
}
