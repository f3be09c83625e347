import { StaffScreen } from "@/components/staff/staff-screen";
import { TerminalsScreen } from "@/components/staff/terminals/terminals-screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { terminalList } from "@/server/domain/terminals/terminal-list";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("terminals");

interface PageInput {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function TerminalsPage({ searchParams }: PageInput) {
  const query = readListQuery(terminalList, pageParameters(await searchParams));
  const page = await staffPage("terminal.read", (trpc, client) => [
    client.prefetchInfiniteQuery(trpc.terminal.list.infiniteQueryOptions(query, cursorPaging)),
    client.prefetchQuery(trpc.terminal.banks.queryOptions()),
  ]);
  return (
    <StaffScreen {...page}>
      <TerminalsScreen />
    </StaffScreen>
  );
}
