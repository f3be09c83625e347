"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { ButtonLink } from "../../ui/button";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { OpenCardForm } from "../new-payment/open-card-form";
import type { PanelOutputs } from "../outputs";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { paymentFailureWords } from "../words/reasons";
import { DeclineFacts } from "./decline-facts";
import { findOpenCapture } from "./open-capture";
import type { Payment } from "./payment-types";

/** The notices of a payment: why it failed, or what it is waiting for. */
export function PaymentNotices({ payment }: { payment: Payment }) {
  const t = useTranslations("panel.payment");
  const language = useLanguage();
  const mayDecide = useMay("refund.decide");
  const { data: waiting } = useWaitingRefund(payment.paymentCode);
  return (
    <div className="mb-6 flex flex-col gap-3 empty:hidden" aria-live="polite">
      <MoneyBack payment={payment} otherwise={<Ending payment={payment} />} />
      {payment.status === "initiated" && <UnderWay payment={payment} />}
      {isWaiting(waiting) && (
        <Notice tone="warn" title={t("waitingTitle", { amount: displayAmount(waiting.amount, language) })}>
          <p>{t("waitingHelp")}</p>
          {mayDecide && (
            <ButtonLink href="/panel/refunds" className="mt-3">
              {t("toRequests")}
            </ButtonLink>
          )}
        </Notice>
      )}
    </div>
  );
}

/** Why an ended payment got no money, and why its last card was refused. Renders nothing for any other payment. */
function Ending({ payment: { status, failureCode, decline } }: { payment: Payment }) {
  const t = useTranslations("panel.payment");
  const reasons = useTranslations("shared.reasons");
  const why = failureCode === null ? null : paymentFailureWords(failureCode, reasons);
  if (status === "expired") {
    return (
      decline && (
        <Notice tone="warn" title={t("expired")}>
          <DeclineFacts decline={decline} />
        </Notice>
      )
    );
  }
  return (
    why && (
      <Notice tone="bad" title={why}>
        {decline && <DeclineFacts decline={decline} />}
      </Notice>
    )
  );
}

/**
 * For an ended payment that the bank had captured after all: the money was returned, or the return is in progress.
 * Otherwise it renders `otherwise`.
 */
function MoneyBack({ payment, otherwise }: { payment: Payment; otherwise: ReactNode }) {
  const t = useTranslations("panel.payment");
  const language = useLanguage();
  const trpc = useTRPC();
  const hasEnded = payment.status === "failed" || payment.status === "expired";
  const { data: events = [] } = useQuery({
    ...trpc.payment.timeline.queryOptions({ paymentCode: payment.paymentCode }),
    enabled: hasEnded,
  });
  const requested = events.findLast(({ kind }) => kind === "money_return_started");
  if (payment.returnedAmount > 0n) {
    return (
      <Notice tone="info" title={t("returnedTitle", { amount: displayAmount(payment.returnedAmount, language) })}>
        {t("returnedHelp")}
      </Notice>
    );
  }
  if (requested?.kind === "money_return_started") {
    return (
      <Notice tone="warn" title={t("returningTitle", { amount: displayAmount(requested.amountKurus, language) })}>
        {t("returningHelp")}
      </Notice>
    );
  }
  return otherwise;
}

/**
 * A payment in progress. It offers the card page only while no capture is open, because a second card could then pay
 * the same order twice.
 */
function UnderWay({ payment: { paymentCode, source, decline } }: { payment: Payment }) {
  const t = useTranslations("panel.payment");
  const trpc = useTRPC();
  const { data: events = [] } = useQuery(trpc.payment.timeline.queryOptions({ paymentCode }));
  const capture = findOpenCapture(events);
  return (
    <>
      {capture === "unknown" ? (
        <Notice tone="warn" title={t("captureUnknown")}>
          {t("captureUnknownHelp")}
        </Notice>
      ) : (
        <Notice tone="info" title={t(decline ? "waitsForCard" : "underWay")}>
          {decline && <DeclineFacts decline={decline} />}
        </Notice>
      )}
      {capture === null && source === "panel" && <OpenCardForm paymentCode={paymentCode} />}
    </>
  );
}

type WaitingRefund = NonNullable<PanelOutputs["refund"]["waiting"]>;

/**
 * Fetches the refund request of a payment that waits for a second user's approval. The data is null when there is none.
 */
export function useWaitingRefund(paymentCode: string) {
  const trpc = useTRPC();
  return useQuery(trpc.refund.waiting.queryOptions({ paymentCode }));
}

export const isWaiting = (request: WaitingRefund | null | undefined): request is WaitingRefund =>
  request !== null && request !== undefined;
