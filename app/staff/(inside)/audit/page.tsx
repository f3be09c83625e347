import { StaffAuditScreen } from "@/components/staff/audit/staff-audit-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { staffAuditList } from "@/server/domain/audit/staff-audit-list";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("audit");

interface PageInput {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function AuditPage({ searchParams }: PageInput) {
  const query = readListQuery(staffAuditList, pageParameters(await searchParams));
  const page = await staffPage("audit.read", (trpc, client) => [
    client.prefetchInfiniteQuery(trpc.audit.list.infiniteQueryOptions(query, cursorPaging)),
    client.prefetchQuery(trpc.audit.unknownSignIns.queryOptions()),
  ]);
  return (
    <StaffScreen {...page}>
      <StaffAuditScreen />
    </StaffScreen>
  );
}
