import { ApprovalScreen } from "@/components/staff/approvals/approval-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("approval");

export default async function ApprovalPage({ params }: { params: Promise<{ changeId: string }> }) {
  const { changeId } = await params;
  const page = await staffPage("change.read", (trpc, client) => [
    client.prefetchQuery(trpc.approval.get.queryOptions({ changeId })),
  ]);
  return (
    <StaffScreen {...page}>
      <ApprovalScreen changeId={changeId} />
    </StaffScreen>
  );
}
