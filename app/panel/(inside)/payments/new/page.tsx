import type { Metadata } from "next";
import { headers } from "next/headers";
import { NewPaymentScreen } from "@/components/panel/new-payment/new-payment-screen";
import { suggestOrderCode } from "@/components/panel/new-payment/order-code";
import { Screen } from "@/components/panel/screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { panelPage } from "@/server/entry/panel/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "Yeni ödeme" : "New payment" };
}

export default async function NewPaymentPage() {
  const page = await panelPage("payment.create", (trpc, client) => [
    client.prefetchQuery(trpc.account.get.queryOptions()),
    client.prefetchQuery(trpc.account.terminals.queryOptions()),
  ]);
  return (
    <Screen {...page}>
      <NewPaymentScreen suggestedCode={suggestOrderCode()} />
    </Screen>
  );
}
