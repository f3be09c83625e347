import { ChargebacksScreen } from "@/components/staff/chargebacks/chargebacks-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { chargebackList } from "@/server/domain/chargebacks/chargeback-inputs";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("chargebacks");

interface PageInput {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function ChargebacksPage({ searchParams }: PageInput) {
  const query = readListQuery(chargebackList, pageParameters(await searchParams));
  const page = await staffPage("chargeback.read", (trpc, client) => [
    client.prefetchInfiniteQuery(trpc.chargeback.list.infiniteQueryOptions(query, cursorPaging)),
  ]);
  return (
    <StaffScreen {...page}>
      <ChargebacksScreen />
    </StaffScreen>
  );
}
