import { BanksScreen } from "@/components/staff/banks/banks-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("banks");

export default async function BanksPage() {
  const page = await staffPage("bank.read", (trpc, client) => [client.prefetchQuery(trpc.bank.board.queryOptions())]);
  return (
    <StaffScreen {...page}>
      <BanksScreen />
    </StaffScreen>
  );
}
