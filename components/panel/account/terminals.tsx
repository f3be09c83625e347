"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { cardFamilies } from "@/server/domain/pricing/installments";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { Section } from "../../ui/section";
import { State } from "../../ui/state";
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
        <ShortList
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

function useColumns(): ListColumn<Terminal>[] {
  const t = useTranslations("panel.account");
  const counts = useTranslations("shared.installments");
  return [
    {
      key: "name",
      head: t("terminal"),
      width: 9,
      grows: true,
      card: "title",
      cell: (terminal) => <TerminalName terminal={terminal} />,
    },
    {
      key: "state",
      head: t("terminalState"),
      width: 13,
      card: "value",
      cell: (terminal) => <TerminalState terminal={terminal} />,
    },
    {
      key: "counts",
      head: t("terminalCounts"),
      width: 8,
      card: "line",
      cell: ({ effectiveCounts }) => countsText(effectiveCounts, counts),
    },
    {
      key: "cards",
      head: t("terminalCards"),
      width: 8,
      card: "line",
      cell: (terminal) => <Cards terminal={terminal} />,
    },
    {
      key: "basis",
      head: t("basis"),
      width: 9,
      card: "line",
      cell: ({ commissionBasis }) => t(`bases.${commissionBasis}`),
    },
    {
      key: "validity",
      head: t("validity"),
      width: 7,
      align: "right",
      card: "line",
      cell: ({ validityMinutes }) => t("minutes", { count: validityMinutes }),
    },
    {
      key: "dayEnd",
      head: t("dayEnd"),
      width: 6,
      align: "right",
      card: "line",
      cell: ({ dayEndLocal }) => dayEndLocal,
    },
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
    <div>
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
  return accepted.length === cardFamilies.length ? t("allCards") : names;
}
