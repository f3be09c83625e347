import { NewPaymentScreen } from "@/components/panel/new-payment/new-payment-screen";
import { suggestOrderCode } from "@/components/panel/new-payment/order-code";
import { Screen } from "@/components/panel/screen";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("newPayment");

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
