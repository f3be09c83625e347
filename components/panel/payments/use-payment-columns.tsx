"use client";
import { useTranslations } from "use-intl/react";
import type { Catalogues, Translator } from "@/messages/catalogues";
import { cardBrandName } from "@/server/domain/pricing/card-brand-names";
import { Amount } from "../../ui/amount";
import type { ListColumn } from "../../ui/list/columns";
import { amountColumn, createdColumn, dash } from "../../ui/list/common-columns";
import { CodeLink } from "../../ui/list/row-link";
import type { PanelOutputs } from "../outputs";
import { declineWords } from "../words/reasons";
import { StateBadge, useStateWord } from "../words/state-badge";
import { useTerminalName } from "./use-terminal-name";

type ListedPayment = PanelOutputs["payment"]["list"]["items"][number];

type Columns = ListColumn<ListedPayment>[];
type Texts = Translator<"panel.paymentList">;

/** Returns the columns of the list of payments. */
export function usePaymentColumns(): Columns {
  const t = useTranslations("panel.paymentList");
  return [
    amountColumn(t("amount")),
    { key: "status", head: t("status"), width: 9, card: "state", cell: (row) => <ListedState payment={row} /> },
    { key: "code", head: t("code"), width: 9, grows: true, card: "title", cell: (row) => <Code payment={row} /> },
    ...moneyColumns(t),
    ...cardColumns(t),
    ...useTextColumns(),
    createdColumn(t("created")),
  ];
}

const moneyColumns = (t: Texts): Columns => [
  {
    key: "net",
    head: t("net"),
    align: "right",
    width: 10,
    rank: 7,
    isExtra: true,
    cell: ({ netAmount }) => (netAmount === null ? dash : <Amount kurus={netAmount} />),
  },
  {
    key: "refundedAmount",
    head: t("refundedAmount"),
    align: "right",
    width: 10,
    rank: 8,
    isExtra: true,
    cell: ({ refundedAmount }) => (refundedAmount === 0n ? dash : <Amount kurus={refundedAmount} />),
  },
];

const cardColumns = (t: Texts): Columns => [
  { key: "card", head: t("card"), width: 6, rank: 2, card: "note", cell: (row) => <Card payment={row} /> },
  {
    key: "programme",
    head: t("programme"),
    width: 7,
    rank: 5,
    cell: ({ card }) => (card?.brand ? cardBrandName(card.brand) : dash),
  },
  {
    key: "installment",
    head: t("installment"),
    width: 7,
    rank: 3,
    cell: ({ installment }) => (installment === 1 ? t("single") : t("installments", { count: installment })),
  },
];

function useTextColumns(): Columns {
  const t = useTranslations("panel.paymentList");
  const stateWord = useStateWord();
  const terminalName = useTerminalName();
  const reason = useFailureReason();
  return [
    {
      key: "reason",
      head: t("reason"),
      width: 13,
      rank: 6,
      isExtra: true,
      title: reason,
      cell: (payment) => reason(payment) ?? dash,
    },
    {
      key: "source",
      head: t("source"),
      width: 7,
      rank: 9,
      isExtra: true,
      cell: ({ source }) => stateWord("source", source),
    },
    {
      key: "terminal",
      head: t("terminal"),
      width: 10,
      rank: 4,
      title: ({ terminalId }) => terminalName(terminalId),
      cell: ({ terminalId }) => terminalName(terminalId),
    },
    {
      key: "description",
      head: t("description"),
      width: 13,
      rank: 10,
      isExtra: true,
      title: ({ description }) => description ?? undefined,
      cell: ({ description }) => description ?? dash,
    },
  ];
}

/**
 * The state in the list. For a refunded payment the refund state is shown instead of "captured", because it says more.
 */
function ListedState({ payment: { status, refunded } }: { payment: ListedPayment }) {
  return status === "captured" && refunded !== "none" ? (
    <StateBadge kind="refunded" value={refunded} />
  ) : (
    <StateBadge kind="payment" value={status} />
  );
}

function Code({ payment: { paymentCode, partnerTxCode } }: { payment: ListedPayment }) {
  return <CodeLink opensRow href={`/panel/payments/${paymentCode}`} code={partnerTxCode} />;
}

/** The last digits of the card; without a card nothing, because most such payments are only a moment old. */
function Card({ payment: { card } }: { payment: ListedPayment }) {
  const t = useTranslations("panel.paymentList");
  if (!card) return <span className="text-ink-soft">{t("noCard")}</span>;
  return (
    <span title={card.brand === null ? undefined : cardBrandName(card.brand)}>•••• {card.maskedPan.slice(-4)}</span>
  );
}

/** Returns a function that says briefly why a payment failed, or why its last card was refused. */
function useFailureReason() {
  const t = useTranslations("panel.paymentList");
  const reasons = useTranslations("shared.reasons");
  return ({ status, failureCode, declineReason }: ListedPayment): string | undefined => {
    if (status === "captured") return undefined;
    if (declineReason !== null) return declineWords(declineReason, reasons);
    if (status !== "failed") return undefined;
    const known = failureCode as keyof Catalogues["panel"]["paymentList"]["reasons"];
    return t.has(`reasons.${known}`) ? t(`reasons.${known}`) : undefined;
  };
}
