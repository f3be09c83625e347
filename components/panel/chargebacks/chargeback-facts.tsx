"use client";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { cardBrandName } from "@/server/domain/pricing/card-brand-names";
import { DateTime } from "../../ui/date-time";
import { type Fact, Facts } from "../../ui/facts";
import { useLanguage } from "../../ui/language";
import { TextLink } from "../../ui/text-link";
import type { Chargeback } from "./chargeback-types";
import { Deadline } from "./deadline";

interface ChargebackFactsProps {
  readonly chargeback: Chargeback;
  /** The path of the payment's screen. */
  readonly paymentHref: string;
}

/** What is known about a chargeback: what the bank says, and which payment it took back. */
export function ChargebackFacts({ chargeback, paymentHref }: ChargebackFactsProps) {
  return <Facts facts={[...useBankFacts(chargeback), ...usePaymentFacts(chargeback, paymentHref)]} />;
}

function useBankFacts(chargeback: Chargeback): Fact[] {
  const t = useTranslations("shared.chargeback");
  const { bank, terminalName, caseNumber, reasonCode, bankAt } = chargeback;
  return [
    { term: t("bank"), value: bank },
    { term: t("terminal"), value: terminalName },
    { term: t("caseNumber"), value: <span className="font-mono text-xs">{caseNumber}</span> },
    {
      term: t("reasonCode"),
      value: reasonCode === null ? t("noReasonCode") : <span className="font-mono text-xs">{reasonCode}</span>,
    },
    { term: t("takenBack"), value: <DateTime at={bankAt} /> },
    { term: t("respondBy"), value: <Deadline chargeback={chargeback} /> },
  ];
}

function usePaymentFacts({ amountKurus, paymentKurus, ...payment }: Chargeback, href: string): Fact[] {
  const t = useTranslations("shared.chargeback");
  const language = useLanguage();
  const amount = displayAmount(amountKurus, language);
  const { partnerTxCode, card, capturedAt } = payment;
  return [
    {
      term: t("amount"),
      value:
        amountKurus === paymentKurus
          ? t("whole", { amount })
          : t("part", { amount, payment: displayAmount(paymentKurus, language) }),
    },
    {
      term: t("payment"),
      value: (
        <TextLink isInText href={href}>
          {partnerTxCode}
        </TextLink>
      ),
    },
    { term: t("card"), value: card === null ? t("noCard") : <Card card={card} /> },
    ...(capturedAt === null ? [] : [{ term: t("captured"), value: <DateTime at={capturedAt} /> }]),
  ];
}

const Card = ({ card: { maskedPan, brand } }: { card: NonNullable<Chargeback["card"]> }) => (
  <>
    <span className="font-mono text-xs">{maskedPan}</span>
    {brand && ` · ${cardBrandName(brand)}`}
  </>
);
