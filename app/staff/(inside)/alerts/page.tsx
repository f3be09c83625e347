import { AlertsScreen } from "@/components/staff/alerts/alerts-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { alertList, toListedAlerts } from "@/server/domain/alerts";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("alerts");

interface PageInput {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function AlertsPage({ searchParams }: PageInput) {
  const query = toListedAlerts(readListQuery(alertList, pageParameters(await searchParams)));
  const page = await staffPage("payment.read", (trpc, client) => [
    client.prefetchQuery(trpc.alert.open.queryOptions()),
    client.prefetchInfiniteQuery(trpc.alert.list.infiniteQueryOptions(query, cursorPaging)),
  ]);
  return (
    <StaffScreen {...page}>
      <AlertsScreen />
    </StaffScreen>
  );
}
