import { PaymentScreen } from "@/components/staff/payments/payment-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("payment");

export default async function PaymentPage({ params }: { readonly params: Promise<{ paymentCode: string }> }) {
  const { paymentCode } = await params;
  const page = await staffPage("payment.read", (trpc, client) => [
    client.prefetchQuery(trpc.payment.get.queryOptions({ paymentCode })),
    client.prefetchQuery(trpc.payment.timeline.queryOptions({ paymentCode })),
  ]);
  return (
    <StaffScreen {...page}>
      <PaymentScreen paymentCode={paymentCode} />
    </StaffScreen>
  );
}
