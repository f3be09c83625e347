import { StaffScreen } from "@/components/staff/staff-screen";
import { TariffEditorScreen } from "@/components/staff/tariffs/editor-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("newTariff");

interface TariffEditorPageInput {
  readonly params: Promise<{ terminalId: string }>;
}

export default async function TariffEditorPage({ params }: TariffEditorPageInput) {
  const { terminalId } = await params;
  const page = await staffPage("tariff.write", (trpc, client) => [
    client.prefetchQuery(trpc.tariff.terminal.queryOptions({ terminalId })),
  ]);
  return (
    <StaffScreen {...page}>
      <TariffEditorScreen terminalId={terminalId} />
    </StaffScreen>
  );
}
