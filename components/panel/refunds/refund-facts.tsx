"use client";
import type { ErrorCode, Language } from "@/server/domain/errors";
import { errorCatalogue, wordsOf } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import type { RefundMethod } from "@/server/domain/refunds/refund-policy";
import { Amount } from "../../ui/amount";
import { type Fact, Facts } from "../../ui/facts";
import { pageSentence } from "../../ui/failure-words";
import { useLanguage, useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { Notice } from "../../ui/notice";
import { useAccountStatus } from "../role";
import type { RefundRequest } from "./refund-request";
import { refundWords } from "./refund-words";
import { Outcome } from "./use-refund-columns";

/** What whoever decides has to know of a request. */
export function RefundFacts({ request }: { request: RefundRequest }) {
  const said = useWords(refundWords);
  const { paymentAmount, refundedAmount, amount, status } = request;
  const left = paymentAmount - refundedAmount - amount;
  const ofMoney: Fact[] = [
    { term: said.facts.ofPayment, value: <Amount kurus={paymentAmount} /> },
    ...(refundedAmount > 0n
      ? [{ term: said.facts.refundedBefore, value: <Amount kurus={refundedAmount} /> }]
      : []),
    { term: said.facts.refund, value: <Amount kurus={amount} /> },
    ...(left >= 0n ? [{ term: said.facts.left, value: <Amount kurus={left} /> }] : []),
  ];
  return (
    <Facts
      facts={[
        { term: said.facts.payment, value: <span className="font-mono">{request.partnerTxCode}</span> },
        ...(status === "waiting" ? ofMoney : ofMoney.filter(({ term }) => term === said.facts.refund)),
        { term: said.facts.asked, value: request.requestedBy },
        { term: said.facts.reason, value: request.reason ?? said.noReason },
        ...(status === "waiting"
          ? [{ term: said.facts.until, value: <Moment at={request.expiresAt} /> }]
          : outcomeFacts(said, request)),
      ]}
    />
  );
}

const outcomeFacts = (said: (typeof refundWords)["tr"], request: RefundRequest): Fact[] => [
  { term: said.state, value: <Outcome request={request} /> },
  ...(request.failureCode ? [{ term: said.why, value: <Why code={request.failureCode} /> }] : []),
  ...(request.decidedBy ? [{ term: said.decided, value: request.decidedBy }] : []),
  ...(request.decisionNote ? [{ term: said.note, value: request.decisionNote }] : []),
];

/** A code of the catalogue as its sentence. */
function Why({ code }: { code: string }) {
  const language = useLanguage();
  return code in errorCatalogue ? sentenceOf(code as ErrorCode, language) : code;
}

const sentenceOf = (code: ErrorCode, language: Language): string =>
  pageSentence(code, wordsOf(code, language), language);

type Prospect = { readonly method: RefundMethod } | { readonly method: null; readonly refusal: ErrorCode };

/** What an approval would come to, of what waits: an account that is suspended or closed refunds nothing. */
export function useOutlook({ outlook }: RefundRequest): Prospect | null {
  const isActive = useAccountStatus() === "active";
  return isActive || outlook === null ? outlook : { method: null, refusal: "partner_not_active" };
}

/** What an approval would do, before it is given. */
export function Outlook({ request }: { request: RefundRequest }) {
  const outlook = useOutlook(request);
  const said = useWords(refundWords);
  const language = useLanguage();
  if (!outlook) return null;
  if (outlook.method === null) {
    return (
      <Notice tone="warn" title={said.will.nothing}>
        {sentenceOf(outlook.refusal, language)}
      </Notice>
    );
  }
  return <Notice tone="info">{said.will[outlook.method](displayAmount(request.amount, language))}</Notice>;
}
