import { StaffScreen } from "@/components/staff/staff-screen";
import { TerminalScreen } from "@/components/staff/terminals/terminal-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("terminal");

export default async function TerminalPage({ params }: { params: Promise<{ terminalId: string }> }) {
  const { terminalId } = await params;
  const page = await staffPage("terminal.read", (trpc, client) => [
    client.prefetchQuery(trpc.terminal.get.queryOptions({ terminalId })),
  ]);
  return (
    <StaffScreen {...page}>
      <TerminalScreen terminalId={terminalId} />
    </StaffScreen>
  );
}
