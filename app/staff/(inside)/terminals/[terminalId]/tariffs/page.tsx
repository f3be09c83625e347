import { StaffScreen } from "@/components/staff/staff-screen";
import { TariffsScreen } from "@/components/staff/tariffs/tariffs-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("tariffs");

interface TariffsPageInput {
  readonly params: Promise<{ terminalId: string }>;
}

export default async function TariffsPage({ params }: TariffsPageInput) {
  const { terminalId } = await params;
  const page = await staffPage("tariff.read", (trpc, client) => [
    client.prefetchQuery(trpc.tariff.terminal.queryOptions({ terminalId })),
  ]);
  return (
    <StaffScreen {...page}>
      <TariffsScreen terminalId={terminalId} />
    </StaffScreen>
  );
}
