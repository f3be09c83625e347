import { PaymentsScreen } from "@/components/staff/payments/payments-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { cursorPaging } from "@/components/ui/list/list-pages";
import { pageParameters, readListQuery } from "@/server/domain/lists";
import { allPaymentList } from "@/server/domain/payments/all-payment-list";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("payments");

interface PageInput {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export default async function PaymentsPage({ searchParams }: PageInput) {
  const query = readListQuery(allPaymentList, pageParameters(await searchParams));
  const page = await staffPage("payment.read", (trpc, client) => [
    client.prefetchInfiniteQuery(trpc.payment.list.infiniteQueryOptions(query, cursorPaging)),
  ]);
  return (
    <StaffScreen {...page}>
      <PaymentsScreen />
    </StaffScreen>
  );
}
