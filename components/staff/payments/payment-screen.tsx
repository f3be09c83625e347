"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { DeclineFacts } from "../../panel/payments/decline-facts";
import { hasDueDelivery, TimelineEvents } from "../../panel/payments/timeline-events";
import { StateBadge } from "../../panel/words/state-badge";
import { Amount } from "../../ui/amount";
import { ButtonLink } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { readFailure } from "../../ui/read-failure";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { TextLink } from "../../ui/text-link";
import { useTRPC } from "../trpc";
import { BankMessages } from "./bank-messages";
import { CardTable } from "./card-table";
import { ChargebackNotices } from "./chargeback-notices";
import { MoneyBackTable, SettlementTable } from "./money-tables";
import { PaymentFacts } from "./payment-facts";
import type { StaffPayment } from "./payment-types";
import { AlertTable, DecisionList, DeliveryTable } from "./record-tables";

/** How often a payment that still changes is read again, in ms. */
const refetchEveryMs = 3_000;

/** One payment of any merchant with everything that is recorded about it. */
export function PaymentScreen({ paymentCode }: { paymentCode: string }) {
  const t = useTranslations("staff.payment");
  const trpc = useTRPC();
  const { data, error, refetch, isPending } = useQuery({
    ...trpc.payment.get.queryOptions({ paymentCode }),
    refetchInterval: ({ state }) => (isInProgress(state.data) ? refetchEveryMs : false),
  });
  const isMissing = readFailure(error).code === "payment_not_found";
  const back = { href: "/staff/payments", label: t("back") };
  if (!data) {
    return (
      <>
        <PageHead title={t("title")} back={back} />
        {isMissing && (
          <Empty title={t("missing")} action={<ButtonLink href={back.href}>{t("toSearch")}</ButtonLink>}>
            {t("missingHelp")}
          </Empty>
        )}
        {error && !isMissing && <FailureNotice error={error} onRetry={refetch} />}
        {isPending && <Skeleton className="h-96 w-full" />}
      </>
    );
  }
  return (
    <>
      <Head found={data} back={back} />
      <Notices found={data} />
      {data.payment.status === "captured" && <ChargebackNotices paymentCode={paymentCode} />}
      <div className="grid gap-x-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0">
          <PaymentFacts found={data} />
        </div>
        <Section title={t("timeline")}>
          <Timeline paymentCode={paymentCode} isChanging={isInProgress(data)} />
        </Section>
      </div>
      <CardTable found={data} />
      <MoneyBackTable found={data} />
      <SettlementTable found={data} />
      <DecisionList found={data} />
      <AlertTable found={data} />
      <DeliveryTable found={data} />
      <BankMessages paymentCode={paymentCode} />
    </>
  );
}

const isInProgress = (found: StaffPayment | undefined): boolean =>
  found !== undefined && (found.payment.status === "initiated" || found.payment.refund.pendingAmount > 0n);

function Head({ found, back }: { found: StaffPayment; back: { href: string; label: string } }) {
  const t = useTranslations("staff.payment");
  const { payment, partner } = found;
  const { status, refund, amount, paymentCode } = payment;
  return (
    <PageHead
      title={<Amount kurus={amount} />}
      back={back}
      actions={<CopyButton text={paymentCode} label={t("copy")} />}
    >
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <StateBadge kind="payment" value={status} />
        {refund.status !== "none" && <StateBadge kind="refunded" value={refund.status} />}
        {refund.pendingAmount > 0n && <StateBadge kind="refunded" value="pending" />}
        <TextLink href={`/staff/partners/${partner.partnerId}`}>{partner.name}</TextLink>
        <span className="font-mono text-xs wrap-anywhere">{paymentCode}</span>
      </p>
    </PageHead>
  );
}

/** What has to be known before anything else: a hold, and an outcome that the bank has not told. */
function Notices({ found }: { found: StaffPayment }) {
  const t = useTranslations("staff.payment");
  const { decline } = found.payment;
  const isUnknown = found.attempts.some(({ status }) => status === "unknown" || status === "capturing");
  return (
    <div className="mb-6 grid gap-3 empty:hidden">
      {found.heldSince && (
        <Notice tone="bad" title={t("heldTitle")}>
          {t("heldText")}
        </Notice>
      )}
      {decline && (
        <Notice tone="warn" title={t("lastRefused")}>
          <DeclineFacts decline={decline} />
        </Notice>
      )}
      {isUnknown && (
        <Notice tone="warn" title={t("unknownTitle")}>
          {t("unknownText")}{" "}
          <TextLink isInText href="/staff/open">
            {t("toOpen")}
          </TextLink>
        </Notice>
      )}
    </div>
  );
}

function Timeline({ paymentCode, isChanging }: { paymentCode: string; isChanging: boolean }) {
  const { payment } = useTRPC();
  const { data, error, refetch } = useQuery({
    ...payment.timeline.queryOptions({ paymentCode }),
    refetchInterval: ({ state }) => (isChanging || hasDueDelivery(state.data) ? refetchEveryMs : false),
  });
  const partner = useQuery(payment.get.queryOptions({ paymentCode })).data?.partner;
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
  if (!data || !partner) return <Skeleton className="h-64 w-full" />;
  return (
    <TimelineEvents events={data} toDeliveryHref={(id) => `/staff/partners/${partner.partnerId}/deliveries/${id}`} />
  );
}
