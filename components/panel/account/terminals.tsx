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

/** The account's terminals, as they were agreed on. */
export function Terminals() {
  const said = useWords(accountWords);
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.account.terminals.queryOptions());
  const columns = useColumns();
  return (
    <Section title={said.terminalsTitle}>
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <Table
          caption={said.terminalsTitle}
          columns={columns}
          rows={data}
          keyOf={({ terminalId }) => terminalId}
          empty={<Empty title={said.noTerminals}>{said.noTerminalsHelp}</Empty>}
        />
      )}
    </Section>
  );
}

function useColumns(): Column<Terminal>[] {
  const said = useWords(accountWords);
  const language = useLanguage();
  return [
    { key: "name", head: said.terminal, cell: (terminal) => <TerminalName terminal={terminal} /> },
    { key: "state", head: said.terminalState, cell: (terminal) => <TerminalState terminal={terminal} /> },
    {
      key: "counts",
      head: said.terminalCounts,
      cell: ({ effectiveCounts }) => (
        <span className="whitespace-nowrap">{countsText(effectiveCounts, language)}</span>
      ),
    },
    { key: "cards", head: said.terminalCards, cell: (terminal) => <Cards terminal={terminal} /> },
    { key: "basis", head: said.basis, cell: ({ commissionBasis }) => said.bases[commissionBasis] },
    {
      key: "validity",
      head: said.validity,
      align: "right",
      cell: ({ validityMinutes }) => (
        <span className="whitespace-nowrap">{said.minutes(validityMinutes)}</span>
      ),
    },
    { key: "dayEnd", head: said.dayEnd, align: "right", cell: ({ dayEndLocal }) => dayEndLocal },
  ];
}

function TerminalName({ terminal: { name, acquirerBank, provider, mode } }: { terminal: Terminal }) {
  const said = useWords(accountWords);
  const notes = [
    acquirerBank,
    ...(provider === "alternate" ? [said.alternate] : []),
    ...(mode === "direct_collection" ? [said.direct] : []),
  ];
  return (
    <div className="min-w-40 py-1">
      <p className="font-medium">{name}</p>
      <p className="text-ink-soft">{notes.join(" · ")}</p>
    </div>
  );
}

function TerminalState({ terminal: { active, virtualPosActive, pspActive } }: { terminal: Terminal }) {
  const { terminalStates: said } = useWords(accountWords);
  if (!active) return <State tone="quiet">{said.inactive}</State>;
  if (!virtualPosActive) return <State tone="warn">{said.virtualPos}</State>;
  return pspActive ? <State tone="good">{said.active}</State> : <State tone="warn">{said.psp}</State>;
}

function Cards({ terminal: { allowedFamilies, supportsForeign } }: { terminal: Terminal }) {
  const { allCards } = useWords(accountWords);
  const language = useLanguage();
  const taken = allowedFamilies.filter((family) => family !== "foreign" || supportsForeign);
  const names = taken.map((family) => familyWords[family][language]).join(", ");
  return <p className="min-w-36">{taken.length === cardFamilies.length ? allCards : names}</p>;
}
