"use client";
import { useTranslations } from "use-intl/react";
import type { Translator } from "@/messages/catalogues";
import type { StatementLine } from "@/server/domain/statements/statement";
import { Amount } from "../../ui/amount";
import { DateTime } from "../../ui/date-time";
import type { ListColumn } from "../../ui/list/columns";
import { CodeLink, RowLink } from "../../ui/list/row-link";
import { LineDocument } from "./line-document";

/** The columns of a statement's lines. @param hasBalance whether the lines have balances */
export function useLineColumns(hasBalance: boolean): ListColumn<StatementLine>[] {
  const t = useTranslations("panel.statement");
  return [
    {
      key: "moved",
      head: t("moved"),
      width: 10,
      card: "time",
      cell: ({ occurredAt }) => <DateTime at={occurredAt} />,
    },
    { key: "kind", head: t("kind"), width: 9, card: "state", cell: ({ kind }) => t(`kinds.${kind}`) },
    {
      key: "reference",
      head: t("reference"),
      width: 9,
      grows: true,
      card: "title",
      cell: (line) => <Reference line={line} />,
    },
    ...amountColumns(t),
    ...(hasBalance ? [balanceColumn(t)] : []),
    documentColumn(t),
    ...extraColumns(t),
  ];
}

function Reference({ line: { paymentCode, partnerTxCode, payoutId } }: { line: StatementLine }) {
  const t = useTranslations("panel.statement");
  if (paymentCode !== null && partnerTxCode !== null) {
    return <CodeLink opensRow href={`/panel/payments/${paymentCode}`} code={partnerTxCode} />;
  }
  return payoutId === null ? "–" : <RowLink href={`/panel/payouts/${payoutId}`}>{t("showPayout")}</RowLink>;
}

const amountColumns = (t: Translator<"panel.statement">): ListColumn<StatementLine>[] => [
  {
    key: "amount",
    head: t("amount"),
    align: "right",
    width: 9,
    rank: 3,
    cell: ({ amountKurus }) => <Amount kurus={amountKurus} />,
  },
  {
    key: "commission",
    head: t("commission"),
    align: "right",
    width: 8,
    rank: 4,
    cell: ({ commissionKurus }) => (commissionKurus === 0n ? "–" : <Amount kurus={commissionKurus} />),
  },
  {
    key: "net",
    head: t("net"),
    align: "right",
    width: 10,
    card: "value",
    cell: ({ netKurus }) => <Amount kurus={netKurus} />,
  },
];

const balanceColumn = (t: Translator<"panel.statement">): ListColumn<StatementLine> => ({
  key: "balance",
  head: t("balance"),
  align: "right",
  width: 10,
  rank: 2,
  card: "line",
  cell: ({ balanceKurus }) => (balanceKurus === null ? "–" : <Amount kurus={balanceKurus} />),
});

/** The receipt of the movement, or the notice of the payout, as a PDF. */
const documentColumn = (t: Translator<"panel.statement">): ListColumn<StatementLine> => ({
  key: "document",
  head: t("receipt"),
  isHeadHidden: true,
  width: 3,
  rank: 1,
  card: "note",
  cell: (line) => <LineDocument line={line} />,
});

/** What an accountant looks up now and then; the user switches these columns on. */
const extraColumns = (t: Translator<"panel.statement">): ListColumn<StatementLine>[] => [
  {
    key: "payout",
    head: t("showPayout"),
    width: 10,
    rank: 5,
    isExtra: true,
    cell: ({ payoutId }) =>
      payoutId === null ? "–" : <CodeLink href={`/panel/payouts/${payoutId}`} code={payoutId} />,
  },
  {
    key: "valueDate",
    head: t("valueDate"),
    width: 8,
    rank: 6,
    isExtra: true,
    cell: ({ valueDate }) => (valueDate === null ? "–" : <DateTime at={valueDate} style="day" />),
  },
  {
    key: "terminal",
    head: t("terminal"),
    width: 10,
    rank: 7,
    isExtra: true,
    cell: ({ terminalName }) => terminalName ?? "–",
    title: ({ terminalName }) => terminalName ?? undefined,
  },
  {
    key: "card",
    head: t("card"),
    width: 7,
    rank: 8,
    isExtra: true,
    cell: ({ cardLast4 }) => (cardLast4 === null ? "–" : `•••• ${cardLast4}`),
  },
  {
    key: "installment",
    head: t("installment"),
    width: 6,
    align: "right",
    rank: 9,
    isExtra: true,
    cell: ({ installment }) => installment ?? "–",
  },
  { key: "authCode", head: t("authCode"), width: 8, rank: 10, isExtra: true, cell: ({ authCode }) => authCode ?? "–" },
  { key: "rrn", head: t("rrn"), width: 9, rank: 11, isExtra: true, cell: ({ rrn }) => rrn ?? "–" },
  {
    key: "bankOrderId",
    head: t("bankOrderId"),
    width: 12,
    rank: 12,
    isExtra: true,
    cell: ({ bankOrderId }) => bankOrderId ?? "–",
    title: ({ bankOrderId }) => bankOrderId ?? undefined,
  },
];
