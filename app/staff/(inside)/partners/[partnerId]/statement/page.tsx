import { StatementScreen } from "@/components/staff/partners/statement-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("partner");

interface PartnerPageInput {
  readonly params: Promise<{ partnerId: string }>;
}

export default async function StatementPage({ params }: PartnerPageInput) {
  const which = await params;
  const page = await staffPage("payout.read", (trpc, client) => [
    client.prefetchQuery(trpc.partner.get.queryOptions(which)),
    client.prefetchQuery(trpc.statement.months.queryOptions(which)),
  ]);
  return (
    <StaffScreen {...page}>
      <StatementScreen {...which} />
    </StaffScreen>
  );
}
