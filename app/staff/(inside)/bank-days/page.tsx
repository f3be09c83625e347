import { BankDaysScreen } from "@/components/staff/bank-days/bank-days-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("bankDays");

export default async function BankDaysPage() {
  const page = await staffPage("bank_day.read", (trpc, client) => [
    client.prefetchQuery(trpc.bankDay.list.queryOptions()),
    client.prefetchQuery(trpc.bankDay.openDifferences.queryOptions()),
  ]);
  return (
    <StaffScreen {...page}>
      <BankDaysScreen />
    </StaffScreen>
  );
}
