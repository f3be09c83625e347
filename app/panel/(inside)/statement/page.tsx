import { Screen } from "@/components/panel/screen";
import { StatementScreen } from "@/components/panel/statement/statement-screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { statementList } from "@/server/domain/statements/statement-list";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("statement");

interface StatementPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function StatementPage({ searchParams }: StatementPageProps) {
  const query = readListQuery(statementList, pageParameters(await searchParams));
  const page = await panelPage("payout.read", ({ statement }, client) => [
    client.prefetchQuery(statement.figures.queryOptions(query)),
    client.prefetchInfiniteQuery(statement.lines.infiniteQueryOptions(query, cursorPaging)),
  ]);
  return (
    <Screen {...page}>
      <StatementScreen />
    </Screen>
  );
}
