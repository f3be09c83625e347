import { ChargebackScreen } from "@/components/staff/chargebacks/chargeback-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("chargeback");

export default async function ChargebackPage({ params }: { readonly params: Promise<{ chargebackId: string }> }) {
  const { chargebackId } = await params;
  const page = await staffPage("chargeback.read", (trpc, client) => [
    client.prefetchQuery(trpc.chargeback.get.queryOptions({ chargebackId })),
  ]);
  return (
    <StaffScreen {...page}>
      <ChargebackScreen chargebackId={chargebackId} />
    </StaffScreen>
  );
}
