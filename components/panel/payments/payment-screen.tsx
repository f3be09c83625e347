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
import { paymentsPlace } from "./use-payment-query";

/** How often something that is under way is looked at again, ms. */
const lookAgainMs = 3_000;

/** One payment with all that became of it. */
export function PaymentScreen({ paymentCode }: { paymentCode: string }) {
  const said = useWords(detailWords);
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.payment.get.queryOptions({ paymentCode }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? lookAgainMs : false),
  });
  if (error && !data) {
    return (
      <>
        <PageHead title={said.details} back={{ href: paymentsPlace, label: said.back }} />
        <FailureNotice error={error} onRetry={refetch} />
      </>
    );
  }
  if (!data) return <ScreenSkeleton />;
  const refetchInterval = isUnderWay(data) ? lookAgainMs : false;
  return (
    <>
      <PaymentHead payment={data} />
      <PaymentNotices payment={data} />
      <div className="grid gap-x-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0">
          {data.commission && (
            <Section title={said.statement}>
              <Statement payment={data} commission={data.commission} />
            </Section>
          )}
          {data.status === "captured" && (
            <Section title={said.refunds}>
              <RefundTable payment={data} />
              <RefundObstacle payment={data} />
            </Section>
          )}
          <PaymentFacts payment={data} />
        </div>
        <Section title={said.timeline}>
          <PaymentTimeline paymentCode={paymentCode} refetchInterval={refetchInterval} />
        </Section>
      </div>
    </>
  );
}

/** Why nothing of what is left can be given back at the moment; nothing where it can. */
function RefundObstacle({ payment: { refund, refundOptions } }: { payment: Payment }) {
  const language = useLanguage();
  if (!refundOptions || refund.remainingAmount === 0n) return null;
  const { void: voiding, credit } = refundOptions;
  const reason = credit.reason ?? voiding.reason;
  if (voiding.available || credit.available || reason === null) return null;
  return <p className="mt-3 text-ink-soft">{obstacleWords(reason, language)}</p>;
}

const isUnderWay = (payment: Payment | undefined): boolean =>
  payment !== undefined && (payment.status === "initiated" || payment.refund.pendingAmount > 0n);
