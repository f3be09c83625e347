import { StaffScreen } from "@/components/staff/staff-screen";
import { NewTerminalScreen } from "@/components/staff/terminals/new-terminal-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("newTerminal");

export default async function NewTerminalPage({ params }: { params: Promise<{ partnerId: string }> }) {
  const { partnerId } = await params;
  const page = await staffPage("terminal.write", (trpc, client) => [
    client.prefetchQuery(trpc.partner.get.queryOptions({ partnerId })),
    client.prefetchQuery(trpc.terminal.banks.queryOptions()),
  ]);
  return (
    <StaffScreen {...page}>
      <NewTerminalScreen partnerId={partnerId} />
    </StaffScreen>
  );
}
