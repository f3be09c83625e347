import { OpenScreen } from "@/components/staff/open/open-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("open");

export default async function OpenPage() {
  const page = await staffPage("payment.read", (trpc, client) => [
    client.prefetchQuery(trpc.open.list.queryOptions()),
    client.prefetchQuery(trpc.bankDay.open.queryOptions()),
  ]);
  return (
    <StaffScreen {...page}>
      <OpenScreen />
    </StaffScreen>
  );
}
