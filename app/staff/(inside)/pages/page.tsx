import { PagesScreen } from "@/components/staff/pages/pages-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { cspReportList } from "@/server/domain/pages/csp-report-list";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("pages");

interface PageInput {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function PaymentPagesPage({ searchParams }: PageInput) {
  const query = readListQuery(cspReportList, pageParameters(await searchParams));
  const page = await staffPage("page.read", (trpc, client) => [
    client.prefetchQuery(trpc.page.state.queryOptions()),
    client.prefetchInfiniteQuery(trpc.page.reports.infiniteQueryOptions(query, cursorPaging)),
  ]);
  return (
    <StaffScreen {...page}>
      <PagesScreen />
    </StaffScreen>
  );
}
