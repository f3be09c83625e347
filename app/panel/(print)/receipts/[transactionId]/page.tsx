import { ReceiptScreen } from "@/components/panel/documents/receipt-screen";
import { Screen } from "@/components/panel/screen";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("receipt");

export default async function ReceiptPage({ params }: { params: Promise<{ transactionId: string }> }) {
  const { transactionId } = await params;
  const page = await panelPage("payment.read");
  return (
    <Screen {...page}>
      <ReceiptScreen transactionId={transactionId} />
    </Screen>
  );
}
