"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { LogoPicture } from "../../ui/logo-picture";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import type { OwnProfile } from "../outputs";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { LogoRequestNotice } from "./logo-request-notice";
import { useRefetchAccount } from "./use-refetch-account";

/** Loaded when they are opened, with the form library. */
const StorefrontDialog = dynamic(async () => (await import("./storefront-dialog")).StorefrontDialog);
const NameDialog = dynamic(async () => (await import("./name-dialog")).NameDialog);
const LogoDialog = dynamic(async () => (await import("./logo-dialog")).LogoDialog);
const RemoveLogoDialog = dynamic(async () => (await import("./remove-logo-dialog")).RemoveLogoDialog);

/** What the merchant tells its buyers, which an owner changes, and what we keep about the company. */
export function CompanySection() {
  const t = useTranslations("panel.account.company");
  const mayWrite = useMay("account.write");
  const [open, setOpen] = useState<"storefront" | "name" | "logo" | "removal" | null>(null);
  const { data, error, refetch } = useQuery(useTRPC().account.profile.queryOptions());
  const close = () => setOpen(null);
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="mb-8 h-48 w-full" />;
  const actions = mayWrite && (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setOpen("name")}>{t("askName")}</Button>
      <Button onClick={() => setOpen("logo")}>{t("changeLogo")}</Button>
      {data.logo.picture !== null && <Button onClick={() => setOpen("removal")}>{t("removeLogo")}</Button>}
      <Button onClick={() => setOpen("storefront")}>{t("edit")}</Button>
    </div>
  );
  return (
    <>
      <Section title={t("storefrontTitle")} actions={actions}>
        <NameRequestNotice profile={data} mayWrite={mayWrite} />
        <LogoRequestNotice profile={data} mayWrite={mayWrite} />
        <StorefrontFacts profile={data} />
      </Section>
      <Section title={t("title")}>
        <CompanyFacts profile={data} />
      </Section>
      {open === "storefront" && <StorefrontDialog profile={data} onClose={close} />}
      {open === "name" && <NameDialog presentName={data.name} onClose={close} />}
      {open === "logo" && <LogoDialog onClose={close} />}
      {open === "removal" && <RemoveLogoDialog onClose={close} />}
    </>
  );
}

function StorefrontFacts({ profile: { name, storefront, logo } }: { profile: OwnProfile }) {
  const t = useTranslations("panel.account.company");
  const { supportEmail, supportPhone, termsUrl, refundTermsUrl, colour } = storefront;
  const none = <span className="text-ink-soft">{t("none")}</span>;
  return (
    <Facts
      facts={[
        { term: t("name"), value: name },
        {
          term: t("logo"),
          value: logo.picture === null ? none : <LogoPicture src={logo.picture} alt={t("logoOf", { name })} />,
        },
        { term: t("supportEmail"), value: supportEmail ?? none },
        { term: t("supportPhone"), value: supportPhone ?? none },
        { term: t("termsUrl"), value: termsUrl ?? none },
        { term: t("refundTermsUrl"), value: refundTermsUrl ?? none },
        { term: t("colour"), value: colour ?? none },
      ]}
    />
  );
}

function CompanyFacts({ profile }: { profile: OwnProfile }) {
  const t = useTranslations("panel.account.company");
  const { legalTitle, taxNumber, taxOffice, ibanMasked } = profile;
  const unknown = <span className="text-ink-soft">{t("unknown")}</span>;
  return (
    <>
      <Facts
        facts={[
          { term: t("legalTitle"), value: legalTitle ?? unknown },
          { term: t("taxNumber"), value: taxNumber ?? unknown },
          { term: t("taxOffice"), value: taxOffice ?? unknown },
          { term: t("iban"), value: ibanMasked ?? unknown },
        ]}
      />
      <p className="mt-2 text-ink-soft">{t("changeHint")}</p>
    </>
  );
}

/** The trading name that was asked for last: that it waits, or why it was refused. */
function NameRequestNotice({ profile: { nameRequest }, mayWrite }: { profile: OwnProfile; mayWrite: boolean }) {
  const t = useTranslations("panel.account.company");
  const withdrawal = useMutationWithConfirmation(useTRPC().account.withdrawName.mutationOptions(useRefetchAccount()));
  if (nameRequest === null || nameRequest.state === "approved") return null;
  const { requestId, name, state, requestedAt, decisionNote } = nameRequest;
  const waits = state === "waiting";
  return (
    <div className="mb-3">
      <Notice tone={waits ? "info" : "warn"} title={waits ? t("nameWaits", { name }) : t("nameRefused", { name })}>
        <p>
          {waits ? t("nameWaitsHelp") : decisionNote} <DateTime at={requestedAt} />
        </p>
        {waits && mayWrite && (
          <Button className="mt-2" isBusy={withdrawal.isBusy} onClick={() => withdrawal.mutate({ requestId })}>
            {t("withdraw")}
          </Button>
        )}
        {withdrawal.error ? <FailureNotice error={withdrawal.error} title={t("notWithdrawn")} /> : null}
      </Notice>
      {withdrawal.confirmation}
    </div>
  );
}
