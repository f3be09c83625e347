import { BankDayScreen } from "@/components/staff/bank-days/day-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("bankDay");

export default async function BankDayPage({ params }: { readonly params: Promise<{ bankDayId: string }> }) {
  const { bankDayId } = await params;
  const page = await staffPage("bank_day.read", (trpc, client) => [
    client.prefetchQuery(trpc.bankDay.get.queryOptions({ bankDayId, kind: null })),
  ]);
  return (
    <StaffScreen {...page}>
      <BankDayScreen bankDayId={bankDayId} />
    </StaffScreen>
  );
}
