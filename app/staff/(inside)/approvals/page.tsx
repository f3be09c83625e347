import { ApprovalsScreen } from "@/components/staff/approvals/approvals-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { changeList } from "@/server/domain/approvals/change-list";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("approvals");

interface PageInput {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function ApprovalsPage({ searchParams }: PageInput) {
  const query = readListQuery(changeList, pageParameters(await searchParams));
  const page = await staffPage("change.read", (trpc, client) => [
    client.prefetchInfiniteQuery(trpc.approval.list.infiniteQueryOptions(query, cursorPaging)),
  ]);
  return (
    <StaffScreen {...page}>
      <ApprovalsScreen />
    </StaffScreen>
  );
}
