import type { Metadata } from "next";
import { headers } from "next/headers";
import { PartnerDeliveryScreen } from "@/components/staff/partner-delivery-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { staffPage } from "@/server/entry/staff/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "Bildirim" : "Delivery" };
}

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
