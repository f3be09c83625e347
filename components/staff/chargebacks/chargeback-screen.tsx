"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { ChargebackFacts } from "../../panel/chargebacks/chargeback-facts";
import { ChargebackMoney } from "../../panel/chargebacks/chargeback-money";
import { ChargebackTimeline } from "../../panel/chargebacks/chargeback-timeline";
import { NextNotice } from "../../panel/chargebacks/next-notice";
import { findNextStep } from "../../panel/chargebacks/next-step";
import { StatementText } from "../../panel/chargebacks/statement-text";
import { StateBadge } from "../../panel/words/state-badge";
import { Amount } from "../../ui/amount";
import { CopyButton } from "../../ui/copy-button";
import { DownloadLink } from "../../ui/download-link";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { PageHead } from "../../ui/page-head";
import { readFailure } from "../../ui/read-failure";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { TextLink } from "../../ui/text-link";
import { useTRPC } from "../trpc";
import { ChargebackActions } from "./chargeback-actions";
import type { ChargebackDetail } from "./chargeback-types";

/** One chargeback of any account: what the merchant says, the evidence for the bank, and what its state allows. */
export function ChargebackScreen({ chargebackId }: { chargebackId: string }) {
  const t = useTranslations("staff.chargeback");
  const { data, error, refetch } = useQuery(useTRPC().chargeback.get.queryOptions({ chargebackId }));
  const back = { href: "/staff/chargebacks", label: t("back") };
  if (data) return <Chargeback chargeback={data} back={back} />;
  return (
    <>
      <PageHead back={back} title={t("title")}>
        <span className="font-mono text-xs wrap-anywhere">{chargebackId}</span>
      </PageHead>
      {!error && <Skeleton className="h-96 w-full" />}
      {error &&
        (readFailure(error).code === "not_found" ? (
          <Empty title={t("missing")} />
        ) : (
          <FailureNotice error={error} onRetry={refetch} />
        ))}
    </>
  );
}

function Chargeback({ chargeback, back }: { chargeback: ChargebackDetail; back: { href: string; label: string } }) {
  const t = useTranslations("staff.chargeback");
  return (
    <>
      <ChargebackHead chargeback={chargeback} back={back} />
      <NextNotice chargeback={chargeback} next={t(`next.${findNextStep(chargeback)}`)} />
      <div className="grid gap-x-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0">
          <Section title={t("statement")}>
            <StatementText statement={chargeback.statement} empty={t("noStatement")} />
          </Section>
          <Facts chargeback={chargeback} />
          <ChargebackMoney settlements={chargeback.settlements} payoutsHref="/staff/payouts" />
        </div>
        <ChargebackTimeline chargeback={chargeback} personText={({ by }) => by} />
      </div>
    </>
  );
}

function ChargebackHead({ chargeback, back }: { chargeback: ChargebackDetail; back: { href: string; label: string } }) {
  const t = useTranslations("staff.chargeback");
  const words = useTranslations("shared.chargeback");
  const { chargebackId, amountKurus, caseNumber, partnerId, partnerName, status } = chargeback;
  return (
    <PageHead
      back={back}
      title={
        <>
          {t("title")} <Amount kurus={amountKurus} />
        </>
      }
      actions={
        <>
          <CopyButton text={caseNumber} label={words("copyCase")} />
          <DownloadLink href={`/staff/export/evidence.pdf?${new URLSearchParams({ chargeback: chargebackId })}`}>
            {words("evidence")}
          </DownloadLink>
          <ChargebackActions chargeback={chargeback} />
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <StateBadge kind="chargeback" value={status} />
        <TextLink href={`/staff/partners/${partnerId}`}>{partnerName}</TextLink>
        <span className="font-mono text-xs wrap-anywhere">{chargebackId}</span>
      </p>
    </PageHead>
  );
}

function Facts({ chargeback }: { chargeback: ChargebackDetail }) {
  const words = useTranslations("shared.chargeback");
  return (
    <Section title={words("facts")}>
      <ChargebackFacts chargeback={chargeback} paymentHref={`/staff/payments/${chargeback.paymentCode}`} />
    </Section>
  );
}
