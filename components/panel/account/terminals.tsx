"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { cardFamilies } from "@/server/domain/pricing/installments";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { Section } from "../../ui/section";
import { State } from "../../ui/state";
import { type Column, Table } from "../../ui/table";
import type { PanelOutputs } from "../outputs";
import { useTRPC } from "../trpc";
import { countsText } from "../words/counts";

type Terminal = PanelOutputs["account"]["terminals"][number];

/** The account's terminals with their contract terms. */
export function Terminals() {
  const t = useTranslations("panel.account");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.account.terminals.queryOptions());
  const columns = useColumns();
  return (
    <Section title={t("terminalsTitle")}>
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <Table
          caption={t("terminalsTitle")}
          columns={columns}
          rows={data}
          rowKey={({ terminalId }) => terminalId}
          empty={<Empty title={t("noTerminals")}>{t("noTerminalsHelp")}</Empty>}
        />
      )}
    </Section>
  );
}

function useColumns(): Column<Terminal>[] {
  const t = useTranslations("panel.account");
  const counts = useTranslations("shared.installments");
  return [
    { key: "name", head: t("terminal"), cell: (terminal) => <TerminalName terminal={terminal} /> },
    { key: "state", head: t("terminalState"), cell: (terminal) => <TerminalState terminal={terminal} /> },
    {
      key: "counts",
      head: t("terminalCounts"),
      cell: ({ effectiveCounts }) => <span className="whitespace-nowrap">{countsText(effectiveCounts, counts)}</span>,
    },
    { key: "cards", head: t("terminalCards"), cell: (terminal) => <Cards terminal={terminal} /> },
    { key: "basis", head: t("basis"), cell: ({ commissionBasis }) => t(`bases.${commissionBasis}`) },
    {
      key: "validity",
      head: t("validity"),
      align: "right",
      cell: ({ validityMinutes }) => (
        <span className="whitespace-nowrap">{t("minutes", { count: validityMinutes })}</span>
      ),
    },
    { key: "dayEnd", head: t("dayEnd"), align: "right", cell: ({ dayEndLocal }) => dayEndLocal },
  ];
}

function TerminalName({ terminal: { name, acquirerBank, provider, mode } }: { terminal: Terminal }) {
  const t = useTranslations("panel.account");
  const notes = [
    acquirerBank,
    ...(provider === "alternate" ? [t("alternate")] : []),
    ...(mode === "direct_collection" ? [t("direct")] : []),
  ];
  return (
    <div className="min-w-40 py-1">
      <p className="font-medium">{name}</p>
      <p className="text-ink-soft">{notes.join(" · ")}</p>
    </div>
  );
}

function TerminalState({ terminal: { active, virtualPosActive, pspActive } }: { terminal: Terminal }) {
  const t = useTranslations("panel.account");
  if (!active) return <State tone="quiet">{t("terminalStates.inactive")}</State>;
  if (!virtualPosActive) return <State tone="warn">{t("terminalStates.virtualPos")}</State>;
  return pspActive ? (
    <State tone="good">{t("terminalStates.active")}</State>
  ) : (
    <State tone="warn">{t("terminalStates.psp")}</State>
  );
}

function Cards({ terminal: { allowedFamilies, supportsForeign } }: { terminal: Terminal }) {
  const t = useTranslations("panel.account");
  const families = useTranslations("shared");
  const accepted = allowedFamilies.filter((family) => family !== "foreign" || supportsForeign);
  const names = accepted.map((family) => families(`cardFamilies.${family}`)).join(", ");
  return <p className="min-w-36">{accepted.length === cardFamilies.length ? t("allCards") : names}</p>;
}
