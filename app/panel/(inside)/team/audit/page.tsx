import { Screen } from "@/components/panel/screen";
import { AuditScreen } from "@/components/panel/team/audit-screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { auditList } from "@/server/domain/audit/audit-list";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("audit");

interface AuditPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function AuditPage({ searchParams }: AuditPageProps) {
  const query = readListQuery(auditList, pageParameters(await searchParams));
  const page = await panelPage("audit.read", (trpc, client) => [
    client.prefetchInfiniteQuery(trpc.audit.list.infiniteQueryOptions(query, cursorPaging)),
    client.prefetchQuery(trpc.audit.people.queryOptions()),
  ]);
  return (
    <Screen {...page}>
      <AuditScreen />
    </Screen>
  );
}
