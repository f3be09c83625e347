import { NameRequestsScreen } from "@/components/staff/partners/name-requests-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("nameRequests");

export default async function NameRequestsPage() {
  const page = await staffPage("partner.read", (trpc, client) => [
    client.prefetchQuery(trpc.partner.nameRequests.queryOptions()),
  ]);
  return (
    <StaffScreen {...page}>
      <NameRequestsScreen />
    </StaffScreen>
  );
}
