import { PartnerAuditScreen } from "@/components/staff/partners/audit-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { partnerAuditList } from "@/server/domain/audit/staff-audit-list";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("partner");

interface PageInput {
  readonly params: Promise<{ partnerId: string }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function PartnerAuditPage({ params, searchParams }: PageInput) {
  const which = await params;
  const query = readListQuery(partnerAuditList, pageParameters(await searchParams));
  const page = await staffPage("audit.read", (trpc, client) => [
    client.prefetchQuery(trpc.partner.get.queryOptions(which)),
    client.prefetchInfiniteQuery(trpc.audit.ofPartner.infiniteQueryOptions({ ...query, ...which }, cursorPaging)),
  ]);
  return (
    <StaffScreen {...page}>
      <PartnerAuditScreen {...which} />
    </StaffScreen>
  );
}
