"use client";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import type { Translator } from "@/messages/catalogues";
import { errorCatalogue } from "@/server/domain/error-catalogue";
import type { ErrorCode, Language } from "@/server/domain/errors";
import { toPublicMessage } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import type { RefundMethod } from "@/server/domain/refunds/refund-policy";
import { Amount } from "../../ui/amount";
import { type Fact, Facts } from "../../ui/facts";
import { pageSentence } from "../../ui/failure-words";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { useAccountStatus } from "../role";
import type { RefundRequest } from "./refund-request";
import { Outcome } from "./use-refund-columns";

/** The facts about a refund request that are needed for a decision. */
export function RefundFacts({ request }: { request: RefundRequest }) {
  const t = useTranslations("panel.refundRequests");
  const { paymentAmount, refundedAmount, amount, status } = request;
  const left = paymentAmount - refundedAmount - amount;
  const refund: Fact = { term: t("facts.refund"), value: <Amount kurus={amount} /> };
  const amountFacts: Fact[] = [
    { term: t("facts.ofPayment"), value: <Amount kurus={paymentAmount} /> },
    ...(refundedAmount > 0n ? [{ term: t("facts.refundedBefore"), value: <Amount kurus={refundedAmount} /> }] : []),
    refund,
    ...(left >= 0n ? [{ term: t("facts.left"), value: <Amount kurus={left} /> }] : []),
  ];
  return (
    <Facts
      facts={[
        { term: t("facts.payment"), value: <span className="font-mono">{request.partnerTxCode}</span> },
        ...(status === "waiting" ? amountFacts : [refund]),
        { term: t("facts.asked"), value: request.requestedBy },
        { term: t("facts.reason"), value: request.reason ?? t("noReason") },
        ...(status === "waiting"
          ? [{ term: t("facts.until"), value: <DateTime at={request.expiresAt} /> }]
          : outcomeFacts(t, request)),
      ]}
    />
  );
}

const outcomeFacts = (t: Translator<"panel.refundRequests">, request: RefundRequest): Fact[] => [
  { term: t("state"), value: <Outcome request={request} /> },
  ...(request.failureCode ? [{ term: t("why"), value: <Why code={request.failureCode} /> }] : []),
  ...(request.decidedBy ? [{ term: t("decided"), value: request.decidedBy }] : []),
  ...(request.decisionNote ? [{ term: t("note"), value: request.decisionNote }] : []),
];

/** The sentence of an error code. */
function Why({ code }: { code: string }) {
  const failures = useTranslations("shared.failure");
  const language = useLanguage();
  return code in errorCatalogue ? formatSentence(code as ErrorCode, language, failures) : code;
}

const formatSentence = (code: ErrorCode, language: Language, t: Translator<"shared.failure">): string =>
  pageSentence(code, toPublicMessage(code, language), t);

type Prospect = { readonly method: RefundMethod } | { readonly method: null; readonly refusal: ErrorCode };

/**
 * Returns what an approval would do now. A suspended or closed account cannot refund, so the approval would be refused.
 */
export function useOutlook({ outlook }: RefundRequest): Prospect | null {
  const isActive = useAccountStatus() === "active";
  return isActive || outlook === null ? outlook : { method: null, refusal: "partner_not_active" };
}

/** Explains what an approval would do, before it is given. */
export function Outlook({ request }: { request: RefundRequest }) {
  const outlook = useOutlook(request);
  const t = useTranslations("panel.refundRequests");
  const failures = useTranslations("shared.failure");
  const language = useLanguage();
  if (!outlook) return null;
  if (outlook.method === null) {
    return (
      <Notice tone="warn" title={t("will.nothing")}>
        {formatSentence(outlook.refusal, language, failures)}
      </Notice>
    );
  }
  return (
    <Notice tone="info">{t(`will.${outlook.method}`, { amount: displayAmount(request.amount, language) })}</Notice>
  );
}
