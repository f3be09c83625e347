"use client";
import { useQuery } from "@tanstack/react-query";
import { cardFamilies } from "@/server/domain/pricing/installments";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { Section } from "../../ui/section";
import { State } from "../../ui/state";
import { type Column, Table } from "../../ui/table";
import type { PanelOutputs } from "../outputs";
import { useTRPC } from "../trpc";
import { familyWords } from "../words/card-kinds";
import { countsText } from "../words/counts";
import { accountWords } from "./account-words";

type Terminal = PanelOutputs["account"]["terminals"][number];

/** The account's terminals with their contract terms. */
export function Terminals() {
  const t = useWords(accountWords);
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.account.terminals.queryOptions());
  const columns = useColumns();
  return (
    <Section title={t.terminalsTitle}>
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <Table
          caption={t.terminalsTitle}
          columns={columns}
          rows={data}
          rowKey={({ terminalId }) => terminalId}
          empty={<Empty title={t.noTerminals}>{t.noTerminalsHelp}</Empty>}
        />
      )}
    </Section>
  );
}

function useColumns(): Column<Terminal>[] {
  const t = useWords(accountWords);
  const language = useLanguage();
  return [
    { key: "name", head: t.terminal, cell: (terminal) => <TerminalName terminal={terminal} /> },
    { key: "state", head: t.terminalState, cell: (terminal) => <TerminalState terminal={terminal} /> },
    {
      key: "counts",
      head: t.terminalCounts,
      cell: ({ effectiveCounts }) => <span className="whitespace-nowrap">{countsText(effectiveCounts, language)}</span>,
    },
    { key: "cards", head: t.terminalCards, cell: (terminal) => <Cards terminal={terminal} /> },
    { key: "basis", head: t.basis, cell: ({ commissionBasis }) => t.bases[commissionBasis] },
    {
      key: "validity",
      head: t.validity,
      align: "right",
      cell: ({ validityMinutes }) => <span className="whitespace-nowrap">{t.minutes(validityMinutes)}</span>,
    },
    { key: "dayEnd", head: t.dayEnd, align: "right", cell: ({ dayEndLocal }) => dayEndLocal },
  ];
}

function TerminalName({ terminal: { name, acquirerBank, provider, mode } }: { terminal: Terminal }) {
  const t = useWords(accountWords);
  const notes = [
    acquirerBank,
    ...(provider === "alternate" ? [t.alternate] : []),
    ...(mode === "direct_collection" ? [t.direct] : []),
  ];
  return (
    <div className="min-w-40 py-1">
      <p className="font-medium">{name}</p>
      <p className="text-ink-soft">{notes.join(" · ")}</p>
    </div>
  );
}

function TerminalState({ terminal: { active, virtualPosActive, pspActive } }: { terminal: Terminal }) {
  const { terminalStates: t } = useWords(accountWords);
  if (!active) return <State tone="quiet">{t.inactive}</State>;
  if (!virtualPosActive) return <State tone="warn">{t.virtualPos}</State>;
  return pspActive ? <State tone="good">{t.active}</State> : <State tone="warn">{t.psp}</State>;
}

function Cards({ terminal: { allowedFamilies, supportsForeign } }: { terminal: Terminal }) {
  const { allCards } = useWords(accountWords);
  const language = useLanguage();
  const accepted = allowedFamilies.filter((family) => family !== "foreign" || supportsForeign);
  const names = accepted.map((family) => familyWords[family][language]).join(", ");
  return <p className="min-w-36">{accepted.length === cardFamilies.length ? allCards : names}</p>;
}
