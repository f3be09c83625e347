import { BankDayImportScreen } from "@/components/staff/bank-days/import-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("bankDayImport");

export default async function BankDayImportPage() {
  const page = await staffPage("bank_day.write", (trpc, client) => [
    client.prefetchQuery(trpc.bankDay.formats.queryOptions()),
  ]);
  return (
    <StaffScreen {...page}>
      <BankDayImportScreen />
    </StaffScreen>
  );
}
