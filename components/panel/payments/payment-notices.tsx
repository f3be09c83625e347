"use client";
import { displayAmount } from "@/server/domain/money";
import { ButtonLink } from "../../ui/button";
import { useLanguage, useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { OpenCardForm } from "../new-payment/open-card-form";
import { useMay } from "../role";
import { paymentFailureWords } from "../words/reasons";
import { detailWords } from "./detail-words";
import type { Payment } from "./payment-type";
import { isWaiting, useWaitingRefund } from "./use-waiting-refund";

/** Why it failed, what it waits for. */
export function PaymentNotices({ payment }: { payment: Payment }) {
  const said = useWords(detailWords);
  const language = useLanguage();
  const mayDecide = useMay("refund.decide");
  const { data: waiting } = useWaitingRefund(payment.paymentCode);
  const why = payment.failureCode === null ? null : paymentFailureWords(payment.failureCode, language);
  return (
    <div className="mb-6 flex flex-col gap-3 empty:hidden" aria-live="polite">
      {why && <Notice tone="bad">{why}</Notice>}
      {payment.status === "initiated" && <Notice tone="info">{said.underWay}</Notice>}
      {payment.status === "initiated" && payment.source === "panel" && (
        <OpenCardForm paymentCode={payment.paymentCode} />
      )}
      {isWaiting(waiting) && (
        <Notice tone="warn" title={said.waitingTitle(displayAmount(waiting.amount, language))}>
          <p>{said.waitingHelp}</p>
          {mayDecide && (
            <ButtonLink href="/panel/refunds" className="mt-3">
              {said.toRequests}
            </ButtonLink>
          )}
        </Notice>
      )}
    </div>
  );
}
