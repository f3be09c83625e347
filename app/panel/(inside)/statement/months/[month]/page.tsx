import { notFound } from "next/navigation";
import { Screen } from "@/components/panel/screen";
import { MonthScreen } from "@/components/panel/statement/month-screen";
import { readMonth } from "@/server/domain/statements/months";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("statementMonths");

export default async function MonthPage({ params }: { params: Promise<{ month: string }> }) {
  const month = readMonth((await params).month);
  if (month === null) notFound();
  const page = await panelPage("payout.read", ({ statement }, client) => [
    client.prefetchQuery(statement.month.queryOptions({ month })),
  ]);
  return (
    <Screen {...page}>
      <MonthScreen month={month} />
    </Screen>
  );
}
