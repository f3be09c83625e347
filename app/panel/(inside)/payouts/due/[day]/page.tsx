import { notFound } from "next/navigation";
import { parseDay } from "@/components/panel/payouts/due-day";
import { DueDayScreen } from "@/components/panel/payouts/due-day-screen";
import { Screen } from "@/components/panel/screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { settlementList } from "@/server/domain/payouts/settlement-list";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("dueDay");

interface DueDayPageProps {
  readonly params: Promise<{ day: string }>;
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function DueDayPage({ params, searchParams }: DueDayPageProps) {
  const dueAt = parseDay((await params).day);
  if (dueAt === null) notFound();
  const query = readListQuery(settlementList, pageParameters(await searchParams));
  const page = await panelPage("payout.read", ({ payout }, client) => [
    client.prefetchInfiniteQuery(payout.dueSettlements.infiniteQueryOptions({ ...query, dueAt }, cursorPaging)),
  ]);
  return (
    <Screen {...page}>
      <DueDayScreen dueAt={dueAt} />
    </Screen>
  );
}
