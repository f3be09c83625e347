"use client";
import { useRef, useState } from "react";
import { Amount } from "../../ui/amount";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { useWords } from "../../ui/language";
import { PageHead } from "../../ui/page-head";
import { useAccountStatus, useMay } from "../role";
import { StateBadge } from "../words/state-badge";
import { detailWords } from "./detail-words";
import type { Payment } from "./payment-type";
import { RefundDialog } from "./refund-dialog";
import { paymentsPath } from "./use-payment-query";
import { isWaiting, useWaitingRefund } from "./use-waiting-refund";

/** The payment's amount, state, order code and possible actions. */
export function PaymentHead({ payment }: { payment: Payment }) {
  const t = useWords(detailWords);
  const [isRefunding, setRefunding] = useState(false);
  const unanswered = useRef<string | null>(null);
  const { data: waiting } = useWaitingRefund(payment.paymentCode);
  const options = payment.refundOptions;
  const isPossible = options !== null && (options.void.available || options.credit.available);
  const isActive = useAccountStatus() === "active";
  const mayRefund = useMay("refund.start") && isActive && isPossible && !isWaiting(waiting);
  const { status, refund, partnerTxCode } = payment;
  return (
    <>
      <PageHead
        title={
          <span className="text-3xl">
            <Amount kurus={payment.amount} />
          </span>
        }
        back={{ href: paymentsPath, label: t.back }}
        actions={
          <>
            <CopyButton text={partnerTxCode} label={t.copyCode} />
            {(mayRefund || isRefunding) && (
              <Button tone="danger" onClick={() => setRefunding(true)}>
                {options?.void.available ? t.voidIt : t.refund}
              </Button>
            )}
          </>
        }
      >
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <StateBadge kind="payment" value={status} />
          {refund.status !== "none" && <StateBadge kind="refunded" value={refund.status} />}
          {refund.pendingAmount > 0n && <StateBadge kind="refunded" value="pending" />}
          <span className="wrap-anywhere">{partnerTxCode}</span>
        </p>
      </PageHead>
      {isRefunding && <RefundDialog payment={payment} unanswered={unanswered} onClose={() => setRefunding(false)} />}
    </>
  );
}
