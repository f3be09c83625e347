import { PayoutsScreen } from "@/components/staff/payouts/payouts-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { staffPayoutList } from "@/server/domain/payouts/staff-payout-list";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("payouts");

interface PageInput {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function PayoutsPage({ searchParams }: PageInput) {
  const query = readListQuery(staffPayoutList, pageParameters(await searchParams));
  const page = await staffPage("payout.read", (trpc, client) => [
    client.prefetchInfiniteQuery(trpc.payout.list.infiniteQueryOptions(query, cursorPaging)),
    client.prefetchQuery(trpc.payout.open.queryOptions()),
  ]);
  return (
    <StaffScreen {...page}>
      <PayoutsScreen />
    </StaffScreen>
  );
}
