"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { Amount } from "../../ui/amount";
import { DateTime } from "../../ui/date-time";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { monthText } from "../../ui/month-text";
import { Section } from "../../ui/section";
import { State, type StateTone } from "../../ui/state";
import type { StaffOutputs } from "../outputs";
import { useTRPC } from "../trpc";
import { PartnerFrame } from "./partner-frame";

type Month = StaffOutputs["statement"]["months"][number];

/** The months of a merchant's statement, with what its commission invoices are issued by. */
export const StatementScreen = ({ partnerId }: { partnerId: string }) => (
  <PartnerFrame partnerId={partnerId}>{() => <Months partnerId={partnerId} />}</PartnerFrame>
);

function Months({ partnerId }: { partnerId: string }) {
  const t = useTranslations("staff.merchant.statement");
  const { data, error, refetch } = useQuery(useTRPC().statement.months.queryOptions({ partnerId }));
  const columns = useMonthColumns();
  return (
    <Section title={t("title")}>
      <p className="mb-4 max-w-prose text-ink-soft">{t("intro")}</p>
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <ShortList
          caption={t("caption")}
          columns={columns}
          rows={data}
          rowKey={({ month }) => month}
          empty={<p className="text-ink-soft">{t("none")}</p>}
        />
      )}
    </Section>
  );
}

const tones: Readonly<Record<Month["state"], StateTone>> = {
  running: "info",
  open: "warn",
  closed: "good",
  passed: "quiet",
};

const amountOrDash = (kurus: bigint | null | undefined) =>
  kurus === null || kurus === undefined ? "–" : <Amount kurus={kurus} />;

function useMonthColumns(): ListColumn<Month>[] {
  const t = useTranslations("staff.merchant.statement");
  const language = useLanguage();
  return [
    {
      key: "month",
      head: t("month"),
      width: 10,
      grows: true,
      card: "title",
      cell: ({ month }) => monthText(month, language),
    },
    {
      key: "state",
      head: t("state"),
      width: 9,
      card: "state",
      cell: ({ state }) => <State tone={tones[state]}>{t(`states.${state}`)}</State>,
    },
    {
      key: "closedAt",
      head: t("closedAt"),
      width: 10,
      rank: 2,
      card: "time",
      cell: ({ closed }) => (closed === null ? "–" : <DateTime at={closed.closedAt} />),
    },
    {
      key: "commission",
      head: t("commission"),
      width: 13,
      align: "right",
      card: "line",
      cell: ({ commissionKurus }) => amountOrDash(commissionKurus),
    },
    { key: "tax", head: t("tax"), width: 9, align: "right", rank: 1, cell: ({ taxKurus }) => amountOrDash(taxKurus) },
    {
      key: "closing",
      head: t("closing"),
      width: 11,
      align: "right",
      card: "value",
      cell: ({ closed }) => amountOrDash(closed?.closingKurus),
    },
  ];
}
