import { PartnerDeliveryScreen } from "@/components/staff/partner-delivery-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("delivery");

interface PageInput {
  readonly params: Promise<{ partnerId: string; deliveryId: string }>;
}

export default async function PartnerDeliveryPage({ params }: PageInput) {
  const which = await params;
  const page = await staffPage("webhook.read", (trpc, client) => [
    client.prefetchQuery(trpc.partner.delivery.queryOptions(which)),
    client.prefetchQuery(trpc.partner.get.queryOptions({ partnerId: which.partnerId })),
  ]);
  return (
    <StaffScreen {...page}>
      <PartnerDeliveryScreen {...which} />
    </StaffScreen>
  );
}
