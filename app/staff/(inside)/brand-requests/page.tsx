import { BrandRequestsScreen } from "@/components/staff/partners/brand-requests-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("brandRequests");

export default async function BrandRequestsPage() {
  const page = await staffPage("partner.read", (trpc, client) => [
    client.prefetchQuery(trpc.partner.nameRequests.queryOptions()),
    client.prefetchQuery(trpc.partner.logoRequests.queryOptions()),
  ]);
  return (
    <StaffScreen {...page}>
      <BrandRequestsScreen />
    </StaffScreen>
  );
}
