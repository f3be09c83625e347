import { PartnersScreen } from "@/components/staff/partners-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { partnerList } from "@/server/domain/accounts/partner-list";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("partners");

interface PageInput {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function PartnersPage({ searchParams }: PageInput) {
  const query = readListQuery(partnerList, pageParameters(await searchParams));
  const page = await staffPage("partner.read", (trpc, client) => [
    client.prefetchQuery(trpc.partner.firstSteps.queryOptions()),
    client.prefetchInfiniteQuery(trpc.partner.find.infiniteQueryOptions(query, cursorPaging)),
  ]);
  return (
    <StaffScreen {...page}>
      <PartnersScreen />
    </StaffScreen>
  );
}
