"use client";
import { displayAmount } from "@/server/domain/money";
import { useLanguage, useWords } from "../../ui/language";
import { momentText } from "../../ui/moment";
import type { Payment } from "./payment-type";
import type { RefundOutlook } from "./refund-outlook";
import { refundWords } from "./refund-words";

interface PlanProps {
  readonly payment: Payment;
  readonly outlook: RefundOutlook;
}

/** What will happen, what the buyer will see of it, and what becomes of the commission. */
export function RefundPlan({ payment, outlook: { method, until, isVoidOnly } }: PlanProps) {
  const said = useWords(refundWords);
  const language = useLanguage();
  const commission = payment.commission?.amount ?? 0n;
  const end = momentText(until, language);
  const now =
    method === "credit" ? said.now.credit : isVoidOnly ? said.now.voidOnly(end) : said.now.void(end);
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      <li>{now}</li>
      <li>{said.buyer[method]}</li>
      {commission > 0n && <li>{said.commission[method](displayAmount(commission, language))}</li>}
    </ul>
  );
}

/** The same of a refund that has to be approved first: only then is its method decided. */
export function PlanOfRequest({ outlook: { method, until, isVoidOnly } }: Pick<PlanProps, "outlook">) {
  const said = useWords(refundWords);
  const end = momentText(until, useLanguage());
  if (method === "credit") return <p>{said.afterApproval.credit}</p>;
  return <p>{isVoidOnly ? said.afterApproval.voidOnly(end) : said.afterApproval.void(end)}</p>;
}
