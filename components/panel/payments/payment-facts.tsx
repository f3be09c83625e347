"use client";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { cardBrandName } from "@/server/domain/pricing/card-brand-names";
import { CopyButton } from "../../ui/copy-button";
import { type Fact, Facts } from "../../ui/facts";
import { Section } from "../../ui/section";
import { TextLink } from "../../ui/text-link";
import { useStateWord } from "../words/state-badge";
import type { Payment } from "./payment-types";
import { useTerminalName } from "./use-terminal-name";

/** The data of a payment and the card that paid it. */
export function PaymentFacts({ payment }: { payment: Payment }) {
  const t = useTranslations("panel.payment");
  return (
    <>
      <Section title={t("card")}>
        {payment.card ? (
          <CardFacts card={payment.card} />
        ) : (
          <p className="text-ink-soft">{payment.returnedAmount > 0n ? t("returnedCard") : t("noCard")}</p>
        )}
      </Section>
      <Section title={t("details")}>
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
  const t = useTranslations("panel.payment");
  const families = useTranslations("shared.cardFamilies");
  const { maskedPan, brand, family, bank, scheme } = card;
  const facts: Fact[] = [
    { term: t("cardNumber"), value: <span className="font-mono">{maskedPan}</span> },
    ...(bank ? [{ term: t("bank"), value: bank }] : []),
    ...(brand ? [{ term: t("brand"), value: cardBrandName(brand) }] : []),
    ...(family ? [{ term: t("family"), value: families(family) }] : []),
    ...(scheme ? [{ term: t("scheme"), value: schemeNames[scheme] ?? scheme }] : []),
  ];
  return <Facts facts={facts} />;
}

function Details({ payment }: { payment: Payment }) {
  const t = useTranslations("panel.payment");
  const counts = useTranslations("shared.installments");
  const terminalName = useTerminalName();
  const { paymentCode, partnerTxCode, status, description, returnUrl, createdAt, capturedAt } = payment;
  const facts: Fact[] = [
    { term: t("code"), value: partnerTxCode },
    {
      term: t("paymentCode"),
      value: (
        <span className="flex flex-wrap items-center justify-between gap-2">
          <span className="font-mono text-xs">{paymentCode}</span>
          <CopyButton text={paymentCode} label={t("copyPaymentCode")} />
        </span>
      ),
    },
    { term: t("created"), value: <DateTime at={createdAt} style="second" /> },
    ...(capturedAt ? [{ term: t("captured"), value: <DateTime at={capturedAt} style="second" /> }] : []),
    ...(status === "initiated" ? [{ term: t("validUntil"), value: <DateTime at={payment.expiresAt} /> }] : []),
    { term: t("source"), value: <Source payment={payment} /> },
    { term: t("terminal"), value: terminalName(payment.terminalId) },
    { term: t("installment"), value: counts("count", { count: payment.installment }) },
    { term: t("description"), value: description ?? <span className="text-ink-soft">{t("none")}</span> },
    { term: t("returnUrl"), value: returnUrl ?? <span className="text-ink-soft">{t("none")}</span> },
  ];
  return <Facts facts={facts} />;
}

function Source({ payment: { source, paymentLinkId } }: { payment: Payment }) {
  const t = useTranslations("panel.payment");
  const stateWord = useStateWord();
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      {stateWord("source", source)}
      {paymentLinkId && <TextLink href={`/panel/links/${paymentLinkId}`}>{t("viewLink")}</TextLink>}
    </span>
  );
}
