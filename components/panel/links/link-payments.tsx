"use client";
import { displayAmount } from "@/server/domain/money";
import { Amount } from "../../ui/amount";
import { useLanguage, useWords } from "../../ui/language";
import { Section } from "../../ui/section";
import { type Column, Table } from "../../ui/table";
import { TextLink } from "../../ui/text-link";
import { StateOf } from "../words/state-of";
import type { LinkTimeline } from "./link-type";
import { linkWords } from "./link-words";

type LinkPayment = LinkTimeline["payments"][number];

/** What was tried on a link, with the way to each payment. */
export function LinkPayments({
  payments,
  hasOlder,
}: {
  payments: readonly LinkPayment[] | undefined;
  hasOlder: boolean;
}) {
  const said = useWords(linkWords);
  const language = useLanguage();
  const columns: Column<LinkPayment>[] = [
    {
      key: "payment",
      head: said.payment,
      cell: ({ paymentCode, partnerTxCode }) => (
        <TextLink href={`/panel/payments/${paymentCode}`} className="whitespace-nowrap">
          {partnerTxCode}
        </TextLink>
      ),
    },
    { key: "state", head: said.state, cell: ({ status }) => <StateOf kind="payment" value={status} /> },
    {
      key: "charged",
      head: said.charged,
      align: "right",
      cell: ({ amountKurus, refundedKurus }) => (
        <>
          <Amount kurus={amountKurus} />
          {refundedKurus > 0n && (
            <span className="block text-ink-soft">
              {said.refunded(displayAmount(refundedKurus, language))}
            </span>
          )}
        </>
      ),
    },
    {
      key: "net",
      head: said.net,
      align: "right",
      hiddenBelow: "sm",
      cell: ({ netKurus }) => (netKurus === null ? "–" : <Amount kurus={netKurus} />),
    },
    {
      key: "installment",
      head: said.installment,
      hiddenBelow: "sm",
      cell: ({ installment }) => (installment === 1 ? said.single : said.installments(installment)),
    },
    {
      key: "card",
      head: said.card,
      hiddenBelow: "lg",
      cell: ({ maskedPan }) => <span className="whitespace-nowrap">{maskedPan ?? "–"}</span>,
    },
  ];
  return (
    <Section title={said.payments}>
      <Table
        caption={said.paymentsCaption}
        columns={columns}
        rows={payments}
        keyOf={({ paymentCode }) => paymentCode}
        empty={<p className="text-ink-soft">{said.noPayments}</p>}
        skeletonRows={1}
      />
      {hasOlder && <p className="mt-2 text-ink-soft">{said.olderPayments(payments?.length ?? 0)}</p>}
    </Section>
  );
}
