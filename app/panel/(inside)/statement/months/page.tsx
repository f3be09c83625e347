import { Screen } from "@/components/panel/screen";
import { MonthsScreen } from "@/components/panel/statement/months-screen";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("statementMonths");

export default async function MonthsPage() {
  const page = await panelPage("payout.read", ({ statement }, client) => [
    client.prefetchQuery(statement.months.queryOptions()),
  ]);
  return (
    <Screen {...page}>
      <MonthsScreen />
    </Screen>
  );
}
