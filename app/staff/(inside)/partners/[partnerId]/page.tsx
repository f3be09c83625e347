import type { Metadata } from "next";
import { headers } from "next/headers";
import { PartnerScreen } from "@/components/staff/partner-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { staffPage } from "@/server/entry/staff/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "Üye işyeri" : "Merchant" };
}

export default async function PartnerPage({ params }: { params: Promise<{ partnerId: string }> }) {
  const { partnerId } = await params;
  const page = await staffPage("partner.read", (trpc, client) => [
    client.prefetchQuery(trpc.partner.get.queryOptions({ partnerId })),
  ]);
  return (
    <StaffScreen {...page}>
      <PartnerScreen partnerId={partnerId} />
    </StaffScreen>
  );
}
