import type { Metadata } from "next";
import { headers } from "next/headers";
import { PaymentScreen } from "@/components/panel/payments/payment-screen";
import { Screen } from "@/components/panel/screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { panelPage } from "@/server/entry/panel/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "Ödeme" : "Payment" };
}

export default async function PaymentPage({ params }: { params: Promise<{ code: string }> }) {
  const paymentCode = (await params).code;
  const page = await panelPage("payment.read", (trpc, client) => [
    client.prefetchQuery(trpc.payment.get.queryOptions({ paymentCode })),
    client.prefetchQuery(trpc.payment.timeline.queryOptions({ paymentCode })),
    client.prefetchQuery(trpc.refund.waiting.queryOptions({ paymentCode })),
    client.prefetchQuery(trpc.account.terminals.queryOptions()),
  ]);
  return (
    <Screen {...page}>
      <PaymentScreen paymentCode={paymentCode} />
    </Screen>
  );
}
