import { SecurityScreen } from "@/components/panel/security/security-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("security");

export default async function SecurityPage() {
  const page = await staffPage("self.manage", (trpc, client) => [
    client.prefetchQuery(trpc.self.get.queryOptions()),
    client.prefetchQuery(trpc.self.passkeys.queryOptions()),
    client.prefetchQuery(trpc.self.sessions.queryOptions()),
    client.prefetchQuery(trpc.self.failedSignIns.queryOptions()),
  ]);
  return (
    <StaffScreen {...page}>
      <SecurityScreen door="staff" duty={page.session.duty} />
    </StaffScreen>
  );
}
