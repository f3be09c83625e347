"use client";
import { cardBrandName } from "../../pay/link/card-brands";
import { CopyButton } from "../../ui/copy-button";
import { type Fact, Facts } from "../../ui/facts";
import { useLanguage, useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { Section } from "../../ui/section";
import { TextLink } from "../../ui/text-link";
import { familyWords } from "../words/card-kinds";
import { countText } from "../words/counts";
import { useStateWord } from "../words/state-of";
import { detailWords } from "./detail-words";
import { useTerminalName } from "./payment-table";
import type { Payment } from "./payment-type";

/** What was asked for, and the card that paid it. */
export function PaymentFacts({ payment }: { payment: Payment }) {
  const said = useWords(detailWords);
  return (
    <>
      <Section title={said.card}>
        {payment.card ? (
          <CardFacts card={payment.card} />
        ) : (
          <p className="text-ink-soft">{payment.returnedAmount > 0n ? said.returnedCard : said.noCard}</p>
        )}
      </Section>
      <Section title={said.details}>
        <Details payment={payment} />
      </Section>
    </>
  );
}

const schemeNames: Readonly<Record<string, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  troy: "Troy",
  amex: "American Express",
};

function CardFacts({ card }: { card: NonNullable<Payment["card"]> }) {
  const said = useWords(detailWords);
  const language = useLanguage();
  const { maskedPan, brand, family, bank, scheme } = card;
  const facts: Fact[] = [
    { term: said.cardNumber, value: <span className="font-mono">{maskedPan}</span> },
    ...(bank ? [{ term: said.bank, value: bank }] : []),
    ...(brand ? [{ term: said.brand, value: cardBrandName(brand) }] : []),
    ...(family ? [{ term: said.family, value: familyWords[family][language] }] : []),
    ...(scheme ? [{ term: said.scheme, value: schemeNames[scheme] ?? scheme }] : []),
  ];
  return <Facts facts={facts} />;
}

function Details({ payment }: { payment: Payment }) {
  const said = useWords(detailWords);
  const language = useLanguage();
  const terminalName = useTerminalName();
  const { paymentCode, partnerTxCode, status, description, returnUrl, createdAt, capturedAt } = payment;
  const facts: Fact[] = [
    { term: said.code, value: partnerTxCode },
    {
      term: said.paymentCode,
      value: (
        <span className="flex flex-wrap items-center justify-between gap-2">
          <span className="font-mono text-xs">{paymentCode}</span>
          <CopyButton text={paymentCode} label={said.copyPaymentCode} />
        </span>
      ),
    },
    { term: said.created, value: <Moment at={createdAt} style="second" /> },
    ...(capturedAt ? [{ term: said.captured, value: <Moment at={capturedAt} style="second" /> }] : []),
    ...(status === "initiated" ? [{ term: said.validUntil, value: <Moment at={payment.expiresAt} /> }] : []),
    { term: said.source, value: <Source payment={payment} /> },
    { term: said.terminal, value: terminalName(payment.terminalId) },
    { term: said.installment, value: countText(payment.installment, language) },
    { term: said.description, value: description ?? <span className="text-ink-soft">{said.none}</span> },
    { term: said.returnUrl, value: returnUrl ?? <span className="text-ink-soft">{said.none}</span> },
  ];
  return <Facts facts={facts} />;
}

function Source({ payment: { source, paymentLinkId } }: { payment: Payment }) {
  const said = useWords(detailWords);
  const wordOf = useStateWord();
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      {wordOf("source", source)}
      {paymentLinkId && <TextLink href={`/panel/links/${paymentLinkId}`}>{said.viewLink}</TextLink>}
    </span>
  );
}
