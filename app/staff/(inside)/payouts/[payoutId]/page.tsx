import { PayoutScreen } from "@/components/staff/payouts/payout-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("payout");

export default async function PayoutPage({ params }: { readonly params: Promise<{ payoutId: string }> }) {
  const { payoutId } = await params;
  const page = await staffPage("payout.read", (trpc, client) => [
    client.prefetchQuery(trpc.payout.get.queryOptions({ payoutId })),
  ]);
  return (
    <StaffScreen {...page}>
      <PayoutScreen payoutId={payoutId} />
    </StaffScreen>
  );
}
