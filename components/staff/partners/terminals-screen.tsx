"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { ButtonLink } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import type { ListColumn } from "../../ui/list/columns";
import { RowLink } from "../../ui/list/row-link";
import { ShortList } from "../../ui/list/short-list";
import { Section } from "../../ui/section";
import { State } from "../../ui/state";
import type { PartnerTerminal } from "../partner-types";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import { PartnerFrame } from "./partner-frame";

/** The terminals of a merchant. */
export const TerminalsScreen = ({ partnerId }: { partnerId: string }) => (
  <PartnerFrame partnerId={partnerId}>{() => <Terminals partnerId={partnerId} />}</PartnerFrame>
);

function Terminals({ partnerId }: { partnerId: string }) {
  const t = useTranslations("staff.merchant.terminals");
  const mayWrite = useMayAsStaff("terminal.write");
  const columns = useColumns();
  const { data, error, refetch } = useQuery(useTRPC().partner.terminals.queryOptions({ partnerId }));
  return (
    <Section
      title={t("title")}
      actions={mayWrite && <ButtonLink href={`/staff/partners/${partnerId}/terminals/new`}>{t("add")}</ButtonLink>}
    >
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <ShortList
          caption={t("title")}
          columns={columns}
          rows={data}
          rowKey={({ terminalId }) => terminalId}
          empty={<Empty title={t("none")}>{t("noneHelp")}</Empty>}
        />
      )}
    </Section>
  );
}

function useColumns(): ListColumn<PartnerTerminal>[] {
  const t = useTranslations("staff.merchant.terminals");
  return [
    { key: "name", head: t("name"), width: 10, grows: true, card: "title", cell: TerminalLink },
    { key: "bank", head: t("bank"), width: 10, card: "line", cell: ({ acquirerBank }) => acquirerBank },
    { key: "state", head: t("state"), width: 14, card: "value", cell: (terminal) => <TerminalState {...terminal} /> },
    {
      key: "id",
      head: t("id"),
      width: 14,
      rank: 1,
      card: "line",
      cell: ({ terminalId }) => <span className="font-mono text-xs">{terminalId}</span>,
    },
  ];
}

const TerminalLink = ({ terminalId, name }: PartnerTerminal) => (
  <RowLink href={`/staff/terminals/${terminalId}`}>
    <span className="truncate">{name}</span>
  </RowLink>
);

function TerminalState({ active, virtualPosActive, pspActive }: PartnerTerminal) {
  const t = useTranslations("staff.merchant.terminals.states");
  if (!active) return <State tone="quiet">{t("inactive")}</State>;
  if (!virtualPosActive) return <State tone="warn">{t("virtualPos")}</State>;
  return pspActive ? <State tone="good">{t("active")}</State> : <State tone="warn">{t("psp")}</State>;
}
