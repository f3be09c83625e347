"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Amount } from "../../ui/amount";
import { Button } from "../../ui/button";
import { Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import type { PartnerTermsOutput } from "../partner-types";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import { PartnerFrame } from "./partner-frame";
import { ProposedNotice } from "./proposed-notice";

/** Loaded when they are opened, with the form library. */
const TermsDialog = dynamic(async () => (await import("./terms-dialog")).TermsDialog);
const LimitsDialog = dynamic(async () => (await import("./limits-dialog")).LimitsDialog);

/** What a merchant may do: payment links, hosts, counts, request budgets and its limits of one payment. */
export const SettingsScreen = ({ partnerId }: { partnerId: string }) => (
  <PartnerFrame partnerId={partnerId}>{() => <Settings partnerId={partnerId} />}</PartnerFrame>
);

function Settings({ partnerId }: { partnerId: string }) {
  const t = useTranslations("staff.merchant.settings");
  const mayWrite = useMayAsStaff("partner.write");
  const [open, setOpen] = useState<"terms" | "limits" | null>(null);
  const [changeId, setChangeId] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(useTRPC().partner.terms.queryOptions({ partnerId }));
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-72 w-full" />;
  const close = (proposal: string | null = null) => {
    setOpen(null);
    setChangeId(proposal);
  };
  return (
    <>
      {changeId !== null && <ProposedNotice changeId={changeId} />}
      <Section
        title={t("limits")}
        actions={mayWrite && <Button onClick={() => setOpen("limits")}>{t("change")}</Button>}
      >
        <LimitFacts terms={data} />
      </Section>
      <Section
        title={t("terms")}
        actions={mayWrite && <Button onClick={() => setOpen("terms")}>{t("changeTerms")}</Button>}
      >
        <TermFacts terms={data} />
      </Section>
      {open === "terms" && <TermsDialog partnerId={partnerId} terms={data} onClose={() => close()} />}
      {open === "limits" && <LimitsDialog partnerId={partnerId} terms={data} onClose={close} />}
    </>
  );
}

function LimitFacts({ terms: { minAmount, maxAmount } }: { terms: PartnerTermsOutput }) {
  const t = useTranslations("staff.merchant.settings");
  return (
    <Facts
      facts={[
        { term: t("minAmount"), value: minAmount === null ? t("noLimit") : <Amount kurus={minAmount} /> },
        { term: t("maxAmount"), value: maxAmount === null ? t("noLimit") : <Amount kurus={maxAmount} /> },
      ]}
    />
  );
}

function TermFacts({ terms }: { terms: PartnerTermsOutput }) {
  const t = useTranslations("staff.merchant.settings");
  const perMinute = (budget: number | null) => (budget === null ? t("usual") : t("perMinute", { count: budget }));
  return (
    <Facts
      facts={[
        { term: t("links"), value: terms.paymentLinksEnabled ? t("on") : t("off") },
        { term: t("hosts"), value: terms.allowedHosts.length > 0 ? terms.allowedHosts.join(", ") : t("anyHost") },
        {
          term: t("counts"),
          value: terms.installmentCounts.length > 0 ? terms.installmentCounts.join(", ") : t("anyCount"),
        },
        { term: t("surchargeWarning"), value: terms.surchargeWarning ? t("on") : t("off") },
        { term: t("attempts"), value: t("cards", { count: terms.cardAttemptLimit }) },
        { term: t("paymentsPerKey"), value: perMinute(terms.paymentsPerKey) },
        { term: t("linkWritesPerKey"), value: perMinute(terms.linkWritesPerKey) },
        { term: t("linkReadsPerKey"), value: perMinute(terms.linkReadsPerKey) },
      ]}
    />
  );
}
