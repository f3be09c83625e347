"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { displayAmount } from "@/server/domain/money";
import { ButtonLink } from "../../ui/button";
import { useLanguage, useWords } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { OpenCardForm } from "../new-payment/open-card-form";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { paymentFailureWords } from "../words/reasons";
import { captureUnderWay } from "./capture-under-way";
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
      <MoneyBack payment={payment} otherwise={why && <Notice tone="bad">{why}</Notice>} />
      {payment.status === "initiated" && <UnderWay payment={payment} />}
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

/** That the bank had taken the money after all, and it went back or is on its way; otherwise why the payment failed. */
function MoneyBack({ payment, otherwise }: { payment: Payment; otherwise: ReactNode }) {
  const said = useWords(detailWords);
  const language = useLanguage();
  const trpc = useTRPC();
  const isOver = payment.status === "failed" || payment.status === "expired";
  const { data: moments = [] } = useQuery({
    ...trpc.payment.timeline.queryOptions({ paymentCode: payment.paymentCode }),
    enabled: isOver,
  });
  const asked = moments.findLast(({ kind }) => kind === "return_asked");
  if (payment.returnedAmount > 0n) {
    return (
      <Notice tone="info" title={said.returnedTitle(displayAmount(payment.returnedAmount, language))}>
        {said.returnedHelp}
      </Notice>
    );
  }
  if (asked?.kind === "return_asked") {
    return (
      <Notice tone="warn" title={said.returningTitle(displayAmount(asked.amountKurus, language))}>
        {said.returningHelp}
      </Notice>
    );
  }
  return otherwise;
}

/** It waits for its buyer, or for a bank: no other card is taken then, which would pay twice. */
function UnderWay({ payment: { paymentCode, source } }: { payment: Payment }) {
  const said = useWords(detailWords);
  const trpc = useTRPC();
  const { data: moments = [] } = useQuery(trpc.payment.timeline.queryOptions({ paymentCode }));
  const capture = captureUnderWay(moments);
  return (
    <>
      {capture === "unknown" ? (
        <Notice tone="warn" title={said.captureUnknown}>
          {said.captureUnknownHelp}
        </Notice>
      ) : (
        <Notice tone="info">{said.underWay}</Notice>
      )}
      {capture === null && source === "panel" && <OpenCardForm paymentCode={paymentCode} />}
    </>
  );
}
