"use client";
import { useQuery } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "use-intl/react";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { SelectField } from "../../ui/field";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { Skeleton } from "../../ui/skeleton";
import type { Terminal } from "../outputs";
import { useTRPC } from "../trpc";
import { Calculator } from "./calculator";
import { chooseTerminal } from "./choose-terminal";
import { Tariffs } from "./tariffs";

/** The tariffs of each terminal and a calculator for an amount. */
export function InstallmentsScreen() {
  const t = useTranslations("panel.installments");
  const trpc = useTRPC();
  const { data: terminals, error, refetch } = useQuery(trpc.account.terminals.queryOptions());
  const wanted = useSearchParams().get("terminal");
  const terminal = terminals && chooseTerminal(terminals, wanted);
  return (
    <>
      <PageHead title={t("title")} />
      {error && !terminals && <FailureNotice error={error} onRetry={refetch} />}
      {!error && !terminals && <Skeleton className="h-96 w-full" />}
      {terminals?.length === 0 && <Empty title={t("noTerminals")}>{t("noTerminalsHelp")}</Empty>}
      {terminals && terminal && (
        <>
          <TerminalSelect terminals={terminals} chosen={terminal} />
          {!terminal.active && (
            <div className="mb-6">
              <Notice tone="warn">{t("isInactive")}</Notice>
            </div>
          )}
          <Tariffs key={`tariffs ${terminal.terminalId}`} terminal={terminal} />
          {terminal.active && <Calculator terminal={terminal} />}
        </>
      )}
    </>
  );
}

/** Selects the terminal. The choice is kept in the URL, so that it can be shared and the back button keeps it. */
function TerminalSelect({ terminals, chosen }: { terminals: readonly Terminal[]; chosen: Terminal }) {
  const t = useTranslations("panel.installments");
  const pathname = usePathname();
  const choose = (terminalId: string) =>
    window.history.replaceState(null, "", `${pathname}?${new URLSearchParams({ terminal: terminalId })}`);
  return (
    <SelectField
      label={t("terminal")}
      className="mb-6 max-w-md"
      value={chosen.terminalId}
      onChange={(event) => choose(event.target.value)}
    >
      {terminals.map(({ terminalId, name, acquirerBank, active }) => (
        <option key={terminalId} value={terminalId}>
          {`${name} · ${acquirerBank}${active ? "" : ` (${t("inactive")})`}`}
        </option>
      ))}
    </SelectField>
  );
}
