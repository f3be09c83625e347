"use client";
import { useQuery } from "@tanstack/react-query";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { PageHead } from "../../ui/page-head";
import { Section } from "../../ui/section";
import { ScreenSkeleton } from "../screen-skeleton";
import { useTRPC } from "../trpc";
import { obstacleWords } from "../words/reasons";
import { detailWords } from "./detail-words";
import { PaymentFacts } from "./payment-facts";
import { PaymentHead } from "./payment-head";
import { PaymentNotices } from "./payment-notices";
import { PaymentTimeline } from "./payment-timeline";
import type { Payment } from "./payment-type";
import { RefundTable } from "./refund-table";
import { Statement } from "./statement";
import { paymentsPath } from "./use-payment-query";

/** How often a payment in progress is fetched again, in ms. */
const refetchEveryMs = 3_000;

/** One payment with its statement, refunds and timeline. */
export function PaymentScreen({ paymentCode }: { paymentCode: string }) {
  const t = useWords(detailWords);
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.payment.get.queryOptions({ paymentCode }),
    refetchInterval: ({ state }) => (isInProgress(state.data) ? refetchEveryMs : false),
  });
  if (error && !data) {
    return (
      <>
        <PageHead title={t.details} back={{ href: paymentsPath, label: t.back }} />
        <FailureNotice error={error} onRetry={refetch} />
      </>
    );
  }
  if (!data) return <ScreenSkeleton />;
  const refetchInterval = isInProgress(data) ? refetchEveryMs : false;
  return (
    <>
      <PaymentHead payment={data} />
      <PaymentNotices payment={data} />
      <div className="grid gap-x-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0">
          {data.commission && (
            <Section title={t.statement}>
              <Statement payment={data} commission={data.commission} />
            </Section>
          )}
          {data.status === "captured" && (
            <Section title={t.refunds}>
              <RefundTable payment={data} />
              <RefundObstacle payment={data} />
            </Section>
          )}
          <PaymentFacts payment={data} />
        </div>
        <Section title={t.timeline}>
          <PaymentTimeline paymentCode={paymentCode} refetchInterval={refetchInterval} />
        </Section>
      </div>
    </>
  );
}

/** Explains why the remaining amount cannot be refunded now. Renders nothing when it can. */
function RefundObstacle({ payment: { refund, refundOptions } }: { payment: Payment }) {
  const language = useLanguage();
  if (!refundOptions || refund.remainingAmount === 0n) return null;
  const { void: voiding, credit } = refundOptions;
  const reason = credit.reason ?? voiding.reason;
  if (voiding.available || credit.available || reason === null) return null;
  return <p className="mt-3 text-ink-soft">{obstacleWords(reason, language)}</p>;
}

const isInProgress = (payment: Payment | undefined): boolean =>
  payment !== undefined && (payment.status === "initiated" || payment.refund.pendingAmount > 0n);
