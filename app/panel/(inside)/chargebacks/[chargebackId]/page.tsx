import { ChargebackScreen } from "@/components/panel/chargebacks/chargeback-screen";
import { Screen } from "@/components/panel/screen";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("chargeback");

export default async function ChargebackPage({ params }: { readonly params: Promise<{ chargebackId: string }> }) {
  const chargebackId = decodeURIComponent((await params).chargebackId);
  const page = await panelPage("chargeback.read", ({ chargeback }, client) => [
    client.prefetchQuery(chargeback.get.queryOptions({ chargebackId })),
  ]);
  return (
    <Screen {...page}>
      <ChargebackScreen chargebackId={chargebackId} />
    </Screen>
  );
}
