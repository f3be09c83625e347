import { RunbookScreen } from "@/components/staff/alerts/runbook-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("runbook");

export default async function RunbookPage() {
  return (
    <StaffScreen {...(await staffPage("payment.read"))}>
      <RunbookScreen />
    </StaffScreen>
  );
}
