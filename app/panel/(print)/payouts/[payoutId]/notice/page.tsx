import { PayoutNoticeScreen } from "@/components/panel/documents/payout-notice-screen";
import { Screen } from "@/components/panel/screen";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("payoutNotice");

export default async function PayoutNoticePage({ params }: { params: Promise<{ payoutId: string }> }) {
  const { payoutId } = await params;
  const page = await panelPage("payout.read");
  return (
    <Screen {...page}>
      <PayoutNoticeScreen payoutId={payoutId} />
    </Screen>
  );
}
