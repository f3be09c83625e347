import { BinsScreen } from "@/components/staff/bins/bins-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("bins");

export default async function BinsPage() {
  const page = await staffPage("bin.read", (trpc, client) => [client.prefetchQuery(trpc.bin.overview.queryOptions())]);
  return (
    <StaffScreen {...page}>
      <BinsScreen />
    </StaffScreen>
  );
}
