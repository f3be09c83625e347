"use client";
import { useRef, useState } from "react";
import { Amount } from "../../ui/amount";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { useWords } from "../../ui/language";
import { PageHead } from "../../ui/page-head";
import { useAccountStatus, useMay } from "../role";
import { StateOf } from "../words/state-of";
import { detailWords } from "./detail-words";
import type { Payment } from "./payment-type";
import { RefundDialog } from "./refund-dialog";
import { paymentsPlace } from "./use-payment-query";
import { isWaiting, useWaitingRefund } from "./use-waiting-refund";

/** The amount, how it stands, its code, and what can be done now. */
export function PaymentHead({ payment }: { payment: Payment }) {
  const said = useWords(detailWords);
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
        back={{ href: paymentsPlace, label: said.back }}
        actions={
          <>
            <CopyButton text={partnerTxCode} label={said.copyCode} />
            {(mayRefund || isRefunding) && (
              <Button tone="danger" onClick={() => setRefunding(true)}>
                {options?.void.available ? said.voidIt : said.refund}
              </Button>
            )}
          </>
        }
      >
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <StateOf kind="payment" value={status} />
          {refund.status !== "none" && <StateOf kind="refunded" value={refund.status} />}
          {refund.pendingAmount > 0n && <StateOf kind="refunded" value="pending" />}
          <span className="wrap-anywhere">{partnerTxCode}</span>
        </p>
      </PageHead>
      {isRefunding && (
        <RefundDialog payment={payment} unanswered={unanswered} onClose={() => setRefunding(false)} />
      )}
    </>
  );
}
