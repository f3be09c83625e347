import { NewPartnerScreen } from "@/components/staff/partners/new-partner-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("newPartner");

export default async function NewPartnerPage() {
  const page = await staffPage("partner.write", (trpc, client) => [
    client.prefetchQuery(trpc.self.environment.queryOptions()),
  ]);
  return (
    <StaffScreen {...page}>
      <NewPartnerScreen />
    </StaffScreen>
  );
}
