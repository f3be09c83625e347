"use client";
import { DateTime } from "@/components/ui/date-time";
import { Amount } from "../../ui/amount";
import { useLanguage, useWords } from "../../ui/language";
import { type Column, Table } from "../../ui/table";
import { refundFailureWords } from "../words/reasons";
import { StateBadge, useStateWord } from "../words/state-badge";
import { detailWords } from "./detail-words";
import type { Payment } from "./payment-type";

type Refund = Payment["refund"]["items"][number];

/** The refunds of a payment with their outcomes. */
export function RefundTable({ payment }: { payment: Payment }) {
  const t = useWords(detailWords);
  const stateWord = useStateWord();
  const columns: Column<Refund>[] = [
    { key: "amount", head: t.amount, align: "right", cell: ({ amount }) => <Amount kurus={amount} /> },
    { key: "method", head: t.method, cell: ({ method }) => stateWord("method", method) },
    { key: "state", head: t.state, cell: (refund) => <RefundState refund={refund} /> },
    { key: "asked", head: t.asked, hiddenBelow: "sm", cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    {
      key: "code",
      head: t.refundCode,
      hiddenBelow: "lg",
      cell: ({ partnerRefundCode }) => (
        <span className="block max-w-40 truncate" title={partnerRefundCode}>
          {partnerRefundCode}
        </span>
      ),
    },
  ];
  return (
    <Table
      caption={t.refundsCaption}
      columns={columns}
      rows={payment.refund.items}
      rowKey={({ refundId }) => refundId}
      empty={<p className="text-ink-soft">{t.noRefunds}</p>}
    />
  );
}

function RefundState({ refund: { status, failureCode } }: { refund: Refund }) {
  const language = useLanguage();
  return (
    <>
      <StateBadge kind="refund" value={status} />
      {failureCode && <span className="block text-ink-soft">{refundFailureWords(failureCode, language)}</span>}
    </>
  );
}
