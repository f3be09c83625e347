"use client";
import { Amount } from "../../ui/amount";
import { useLanguage, useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { type Column, Table } from "../../ui/table";
import { refundFailureWords } from "../words/reasons";
import { StateOf, useStateWord } from "../words/state-of";
import { detailWords } from "./detail-words";
import type { Payment } from "./payment-type";

type Refund = Payment["refund"]["items"][number];

/** What went back, or was to. */
export function RefundTable({ payment }: { payment: Payment }) {
  const said = useWords(detailWords);
  const wordOf = useStateWord();
  const columns: Column<Refund>[] = [
    { key: "amount", head: said.amount, align: "right", cell: ({ amount }) => <Amount kurus={amount} /> },
    { key: "method", head: said.method, cell: ({ method }) => wordOf("method", method) },
    { key: "state", head: said.state, cell: (refund) => <RefundState refund={refund} /> },
    { key: "asked", head: said.asked, hiddenBelow: "sm", cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      key: "code",
      head: said.refundCode,
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
      caption={said.refundsCaption}
      columns={columns}
      rows={payment.refund.items}
      keyOf={({ refundId }) => refundId}
      empty={<p className="text-ink-soft">{said.noRefunds}</p>}
    />
  );
}

function RefundState({ refund: { status, failureCode } }: { refund: Refund }) {
  const language = useLanguage();
  return (
    <>
      <StateOf kind="refund" value={status} />
      {failureCode && (
        <span className="block text-ink-soft">{refundFailureWords(failureCode, language)}</span>
      )}
    </>
  );
}
