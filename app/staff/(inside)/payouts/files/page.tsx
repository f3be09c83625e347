import { FilesScreen } from "@/components/staff/payouts/files-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("payoutFiles");

export default async function PayoutFilesPage() {
  const page = await staffPage("payout.read", (trpc, client) => [
    client.prefetchInfiniteQuery(trpc.payout.files.infiniteQueryOptions({}, cursorPaging)),
    client.prefetchQuery(trpc.payout.open.queryOptions()),
  ]);
  return (
    <StaffScreen {...page}>
      <FilesScreen />
    </StaffScreen>
  );
}
