"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DateTime } from "@/components/ui/date-time";
import { FailureNotice } from "../../ui/failure";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { PageHead } from "../../ui/page-head";
import { Section } from "../../ui/section";
import { ChargebackNotices } from "../chargebacks/chargeback-notice";
import { useAccountStatus, useMay } from "../role";
import { ScreenSkeleton } from "../screen-skeleton";
import { useTRPC } from "../trpc";
import { obstacleWords, refundFailureWords } from "../words/reasons";
import { StateBadge, useStateWord } from "../words/state-badge";
import { BankEvidence } from "./bank-evidence";
import { PaymentFacts } from "./payment-facts";
import { isWaiting, PaymentNotices, useWaitingRefund } from "./payment-notices";
import { PaymentTimeline } from "./payment-timeline";
import type { Payment } from "./payment-types";
import { PayoutSection } from "./payout-section";
import { Statement } from "./statement";

/** Loaded when it is opened, with the form library. */
const RefundDialog = dynamic(async () => (await import("./refund-dialog")).RefundDialog);

/** How often a payment in progress is fetched again, in ms. */
const refetchEveryMs = 3_000;

/** One payment with its statement, refunds and timeline. */
export function PaymentScreen({ paymentCode }: { paymentCode: string }) {
  const t = useTranslations("panel.payment");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.payment.get.queryOptions({ paymentCode }),
    refetchInterval: ({ state }) => (isInProgress(state.data) ? refetchEveryMs : false),
  });
  if (error && !data) {
    return (
      <>
        <PageHead title={t("details")} back={{ href: "/panel/payments", label: t("back") }} />
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
      {data.status === "captured" && <ChargebackNotices paymentCode={paymentCode} />}
      <div className="grid gap-x-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0">
          {data.commission && (
            <Section title={t("statement")}>
              <Statement payment={data} commission={data.commission} />
            </Section>
          )}
          {data.status === "captured" && (
            <Section title={t("refunds")}>
              <RefundTable payment={data} />
              <RefundObstacle payment={data} />
            </Section>
          )}
          {data.status === "captured" && <PayoutSection paymentCode={paymentCode} refetchInterval={refetchInterval} />}
          <PaymentFacts payment={data} />
          <BankEvidence payment={data} />
        </div>
        <Section title={t("timeline")}>
          <PaymentTimeline paymentCode={paymentCode} refetchInterval={refetchInterval} />
        </Section>
      </div>
    </>
  );
}

/** The payment's amount, state, order code and possible actions. */
function PaymentHead({ payment }: { payment: Payment }) {
  const t = useTranslations("panel.payment");
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
        back={{ href: "/panel/payments", label: t("back") }}
        actions={
          <>
            <CopyButton text={partnerTxCode} label={t("copyCode")} />
            {(mayRefund || isRefunding) && (
              <Button tone="danger" onClick={() => setRefunding(true)}>
                {options?.void.available ? t("voidIt") : t("refund")}
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

/** Explains why the remaining amount cannot be refunded now. Renders nothing when it can. */
function RefundObstacle({ payment: { refund, refundOptions } }: { payment: Payment }) {
  const reasons = useTranslations("shared.reasons");
  if (!refundOptions || refund.remainingAmount === 0n) return null;
  const { void: voiding, credit } = refundOptions;
  const reason = credit.reason ?? voiding.reason;
  if (voiding.available || credit.available || reason === null) return null;
  return <p className="mt-3 text-ink-soft">{obstacleWords(reason, reasons)}</p>;
}

const isInProgress = (payment: Payment | undefined): boolean =>
  payment !== undefined && (payment.status === "initiated" || payment.refund.pendingAmount > 0n);

type Refund = Payment["refund"]["items"][number];

/** The refunds of a payment with their outcomes. */
function RefundTable({ payment }: { payment: Payment }) {
  const t = useTranslations("panel.payment");
  const stateWord = useStateWord();
  const columns: ListColumn<Refund>[] = [
    {
      key: "amount",
      head: t("amount"),
      width: 8,
      align: "right",
      card: "value",
      cell: ({ amount }) => <Amount kurus={amount} />,
    },
    {
      key: "method",
      head: t("method"),
      width: 6,
      card: "title",
      cell: ({ method }) => stateWord("method", method),
    },
    {
      key: "state",
      head: t("state"),
      width: 9,
      grows: true,
      card: "line",
      cell: (refund) => <RefundState refund={refund} />,
    },
    {
      key: "asked",
      head: t("asked"),
      width: 10,
      card: "line",
      cell: ({ createdAt }) => <DateTime at={createdAt} />,
    },
    {
      key: "code",
      head: t("refundCode"),
      width: 10,
      rank: 1,
      card: "line",
      cell: ({ partnerRefundCode }) => partnerRefundCode,
    },
  ];
  return (
    <ShortList
      caption={t("refundsCaption")}
      columns={columns}
      rows={payment.refund.items}
      rowKey={({ refundId }) => refundId}
      empty={<p className="text-ink-soft">{t("noRefunds")}</p>}
    />
  );
}

function RefundState({ refund: { status, failureCode } }: { refund: Refund }) {
  const reasons = useTranslations("shared.reasons");
  return (
    <>
      <StateBadge kind="refund" value={status} />
      {failureCode && <span className="block text-ink-soft">{refundFailureWords(failureCode, reasons)}</span>}
    </>
  );
}
