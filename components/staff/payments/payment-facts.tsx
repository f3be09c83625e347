"use client";
import { useTranslations } from "use-intl/react";
import { cardBrandName } from "@/server/domain/pricing/card-brand-names";
import { sumChargedBack } from "../../panel/payments/charged-back";
import { useStateWord } from "../../panel/words/state-badge";
import { Amount } from "../../ui/amount";
import { DateTime } from "../../ui/date-time";
import { type Fact, Facts } from "../../ui/facts";
import { Section } from "../../ui/section";
import { TextLink } from "../../ui/text-link";
import type { StaffPayment } from "./payment-types";

/** The facts of a payment: whose it is, what it is for, and its money. */
export function PaymentFacts({ found }: { found: StaffPayment }) {
  const t = useTranslations("staff.payment");
  const stateWord = useStateWord();
  const counts = useTranslations("shared.installments");
  const { payment, partner, terminal } = found;
  const facts: Fact[] = [
    { term: t("orderCode"), value: payment.partnerTxCode },
    {
      term: t("partner"),
      value: (
        <TextLink isInText href={`/staff/partners/${partner.partnerId}`}>
          {partner.name}
        </TextLink>
      ),
    },
    {
      term: t("terminal"),
      value: (
        <>
          <TextLink isInText href={`/staff/terminals/${terminal.id}`}>
            {terminal.name}
          </TextLink>{" "}
          <Mono>{terminal.id}</Mono>
        </>
      ),
    },
    { term: t("source"), value: stateWord("source", payment.source) },
    ...(payment.paymentLinkId ? [{ term: t("link"), value: <Mono>{payment.paymentLinkId}</Mono> }] : []),
    { term: t("created"), value: <DateTime at={payment.createdAt} style="second" /> },
    ...(payment.capturedAt
      ? [{ term: t("captured"), value: <DateTime at={payment.capturedAt} style="second" /> }]
      : []),
    ...(payment.status === "initiated"
      ? [{ term: t("validUntil"), value: <DateTime at={payment.expiresAt} style="second" /> }]
      : []),
    { term: t("installment"), value: counts("count", { count: payment.installment }) },
    ...(payment.description ? [{ term: t("description"), value: payment.description }] : []),
    ...(payment.returnUrl ? [{ term: t("returnUrl"), value: payment.returnUrl }] : []),
    ...(payment.failureCode ? [{ term: t("failureCode"), value: <Mono>{payment.failureCode}</Mono> }] : []),
  ];
  return (
    <>
      <Section title={t("facts")}>
        <Facts facts={facts} />
      </Section>
      <Section title={t("money")}>
        <Facts facts={useMoneyFacts(payment)} />
      </Section>
    </>
  );
}

function useMoneyFacts(payment: StaffPayment["payment"]): Fact[] {
  const t = useTranslations("staff.payment");
  const { card, commission, refund, correctedAmount, returnedAmount } = payment;
  const chargedBackKurus = commission ? sumChargedBack({ ...payment, commission }) : 0n;
  const amount = (term: string, kurus: bigint): Fact[] => [{ term, value: <Amount kurus={kurus} /> }];
  return [
    {
      term: t("card"),
      value: card ? (
        <>
          <Mono>{card.maskedPan}</Mono>
          {card.brand && ` · ${cardBrandName(card.brand)}`}
          {card.bank && ` · ${card.bank}`}
        </>
      ) : (
        t("noCard")
      ),
    },
    ...amount(t("amount"), payment.amount),
    ...(commission ? amount(t("commission"), commission.amount) : []),
    ...(refund.refundedAmount > 0n ? amount(t("refunded"), refund.refundedAmount) : []),
    ...(refund.pendingAmount > 0n ? amount(t("pending"), refund.pendingAmount) : []),
    ...(correctedAmount !== 0n ? amount(t("corrected"), correctedAmount) : []),
    ...(chargedBackKurus > 0n ? amount(t("chargedBack"), chargedBackKurus) : []),
    ...(returnedAmount > 0n ? amount(t("returned"), returnedAmount) : []),
    ...(commission ? amount(t("net"), commission.netAmount) : []),
  ];
}

const Mono = ({ children }: { children: string }) => (
  <span className="font-mono text-xs wrap-anywhere">{children}</span>
);
