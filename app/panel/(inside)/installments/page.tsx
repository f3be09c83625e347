import { chooseTerminal } from "@/components/panel/installments/choose-terminal";
import { InstallmentsScreen } from "@/components/panel/installments/installments-screen";
import { Screen } from "@/components/panel/screen";
import { panelPage, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("installments");

export default async function InstallmentsPage({
  searchParams,
}: {
  searchParams: Promise<{ terminal?: string | string[] }>;
}) {
  const { terminal } = await searchParams;
  const page = await panelPage("installment.read", (trpc, client) => [
    client
      .fetchQuery(trpc.account.terminals.queryOptions())
      .then((terminals) => {
        const chosen = chooseTerminal(terminals, String(terminal));
        if (!chosen) return;
        const { terminalId } = chosen;
        return Promise.all([
          client.prefetchQuery(trpc.installment.tariffs.queryOptions({ terminalId })),
          client.prefetchQuery(trpc.installment.preview.queryOptions({ terminalId, digits: null })),
        ]);
      })
      .catch(() => undefined),
  ]);
  return (
    <Screen {...page}>
      <InstallmentsScreen />
    </Screen>
  );
}
