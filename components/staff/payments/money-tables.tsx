"use client";
import { useTranslations } from "use-intl/react";
import { StateBadge, useStateWord } from "../../panel/words/state-badge";
import { Amount } from "../../ui/amount";
import { DateTime } from "../../ui/date-time";
import type { ListColumn } from "../../ui/list/columns";
import { CodeLink } from "../../ui/list/row-link";
import { ShortList } from "../../ui/list/short-list";
import { Section } from "../../ui/section";
import type { StaffPayment } from "./payment-types";

interface MoneyBack {
  readonly id: string;
  /** Whether we give back money of a payment that ended without it (D-72), which is no refund of the merchant's. */
  readonly isReturn: boolean;
  readonly method: "void" | "credit";
  readonly status: "pending" | "approved" | "declined";
  readonly amount: bigint;
  readonly createdAt: Date;
  readonly resolvedAt: Date | null;
  /** The bank's approval code and RRN; null where it gave none. */
  readonly references: string | null;
}

/** Refunds of the merchant, and returns of money that the bank took for a payment that had ended without it. */
export function MoneyBackTable({ found: { payment, moneyReturns, refundReferences } }: { found: StaffPayment }) {
  const t = useTranslations("staff.payment");
  const stateWord = useStateWord();
  const rows: MoneyBack[] = [
    ...payment.refund.items.map(({ refundId: id, ...refund }) => ({
      ...refund,
      id,
      isReturn: false,
      references: nameReferences(refundReferences.find((one) => one.id === id)),
    })),
    ...moneyReturns.map((row) => ({ ...row, isReturn: true, references: nameReferences(row) })),
  ];
  const columns: ListColumn<MoneyBack>[] = [
    {
      key: "amount",
      head: t("amount"),
      width: 9,
      align: "right",
      card: "value",
      cell: ({ amount }) => <Amount kurus={amount} />,
    },
    {
      key: "method",
      head: t("kind"),
      width: 8,
      card: "title",
      cell: ({ method, isReturn }) => (isReturn ? t("moneyReturn") : stateWord("method", method)),
    },
    {
      key: "state",
      head: t("state"),
      width: 9,
      card: "line",
      cell: ({ status }) => <StateBadge kind="refund" value={status} />,
    },
    {
      key: "id",
      head: t("id"),
      width: 9,
      grows: true,
      rank: 2,
      card: "line",
      title: ({ id }) => id,
      cell: ({ id }) => <span className="font-mono text-xs">{id}</span>,
    },
    {
      key: "references",
      head: t("references"),
      width: 12,
      rank: 3,
      card: "line",
      cell: ({ references }) => (references ? <span className="font-mono text-xs">{references}</span> : "–"),
    },
    {
      key: "at",
      head: t("at"),
      width: 12,
      rank: 1,
      align: "right",
      card: "line",
      cell: ({ createdAt }) => <DateTime at={createdAt} style="second" />,
    },
  ];
  return (
    <Section title={t("moneyBack")}>
      <ShortList
        caption={t("moneyBack")}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        empty={<p className="text-ink-soft">{t("noMoneyBack")}</p>}
      />
    </Section>
  );
}

const nameReferences = (given: { authCode: string | null; rrn: string | null } | undefined): string | null =>
  [given?.authCode, given?.rrn].filter(Boolean).join(" · ") || null;

type Settlement = StaffPayment["settlements"][number];

/** What the account is owed for the payment, when it is due, and the payout that pays it. */
export function SettlementTable({ found: { settlements, terminal } }: { found: StaffPayment }) {
  const t = useTranslations("staff.payment");
  const columns: ListColumn<Settlement>[] = [
    {
      key: "amount",
      head: t("net"),
      width: 9,
      align: "right",
      card: "value",
      cell: ({ netKurus }) => <Amount kurus={netKurus} />,
    },
    { key: "kind", head: t("kind"), width: 8, card: "title", cell: ({ kind }) => t(`settlementKinds.${kind}`) },
    { key: "state", head: t("state"), width: 9, card: "line", cell: ({ status }) => t(`settlementStates.${status}`) },
    {
      key: "due",
      head: t("dueAt"),
      width: 9,
      rank: 1,
      card: "line",
      cell: ({ dueAt }) => <DateTime at={dueAt} style="day" />,
    },
    {
      key: "payout",
      head: t("payout"),
      width: 9,
      grows: true,
      rank: 2,
      card: "line",
      cell: ({ payoutBatchId }) =>
        payoutBatchId === null ? "–" : <CodeLink href={`/staff/payouts/${payoutBatchId}`} code={payoutBatchId} />,
    },
  ];
  const empty = terminal.mode === "direct_collection" ? t("directCollection") : t("noSettlements");
  return (
    <Section title={t("settlements")}>
      <ShortList
        caption={t("settlements")}
        columns={columns}
        rows={settlements}
        rowKey={({ settlementId }) => settlementId}
        empty={<p className="text-ink-soft">{empty}</p>}
      />
    </Section>
  );
}
