import { PaymentScreen } from "@/components/panel/payments/payment-screen";
import { Screen } from "@/components/panel/screen";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("payment");

export default async function PaymentPage({ params }: { params: Promise<{ code: string }> }) {
  const paymentCode = (await params).code;
  const page = await panelPage("payment.read", (trpc, client) => [
    client.prefetchQuery(trpc.payment.get.queryOptions({ paymentCode })),
    client.prefetchQuery(trpc.payment.movements.queryOptions({ paymentCode })),
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
