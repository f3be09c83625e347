"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { displayAmount } from "@/server/domain/money";
import { Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import { PageHead } from "../../ui/page-head";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { State } from "../../ui/state";
import type { Account } from "../outputs";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { countsText } from "../words/counts";
import { type Ability, type Availability, abilities, findAbilities, type LimitedAbility } from "./account-abilities";
import { AccountNotice } from "./account-notice";
import { Budgets } from "./budgets";
import { CompanySection } from "./company-section";
import { Terminals } from "./terminals";

/** The account's state, terms, terminals and request budgets. The screen is read-only. */
export function AccountScreen() {
  const t = useTranslations("panel.account");
  const trpc = useTRPC();
  const mayReadBudgets = useMay("key.read");
  const { data: account, error, refetch } = useQuery(trpc.account.get.queryOptions());
  return (
    <>
      <PageHead title={t("title")}>{account ? account.name : <Skeleton className="h-5 w-40" />}</PageHead>
      {error && !account && <FailureNotice error={error} onRetry={refetch} />}
      {!error && !account && <Skeleton className="mb-8 h-72 w-full" />}
      {account && (
        <>
          <AccountNotice account={account} />
          <Abilities account={account} />
          <AccountTerms account={account} />
        </>
      )}
      <CompanySection />
      <Terminals />
      {mayReadBudgets && <Budgets />}
    </>
  );
}

const tones = { yes: "good", no: "quiet", limited: "warn" } as const satisfies Record<Availability, string>;

function Abilities({ account }: { account: Account }) {
  const t = useTranslations("panel.account");
  const { status, hold, paymentLinksEnabled } = account;
  const works = findAbilities({ status, isHeld: hold !== null, paymentLinksEnabled });
  const describe = (ability: Ability): string => {
    const how = works[ability];
    return how === "limited" ? t(`limited.${ability as LimitedAbility}`) : t(`works.${how}`);
  };
  return (
    <Section title={t("stateTitle")}>
      <Facts
        facts={abilities.map((ability) => ({
          term: t(`abilities.${ability}`),
          value: <State tone={tones[works[ability]]}>{describe(ability)}</State>,
        }))}
      />
    </Section>
  );
}

/** The smallest and the largest amount of a payment, in kuruş (§8.1). */
const usual = { min: 1n, max: 1_000_000_000n };

/** The terms under which the account accepts payments, as staff have configured them. */
function AccountTerms({ account }: { account: Account }) {
  const t = useTranslations("panel.account");
  const counts = useTranslations("shared.installments");
  const language = useLanguage();
  const show = (kurus: bigint) => displayAmount(kurus, language);
  const { minAmountKurus, maxAmountKurus, refundApprovalAboveKurus, installmentCounts, allowedHosts } = account;
  const approval =
    refundApprovalAboveKurus === null
      ? t("approvalNever")
      : t("approvalAbove", { limit: show(refundApprovalAboveKurus) });
  return (
    <Section title={t("termsTitle")}>
      <Facts
        facts={[
          { term: t("account"), value: account.partnerId },
          { term: t("since"), value: <DateTime at={account.createdAt} style="day" /> },
          {
            term: t("perPayment"),
            value: t("between", { min: show(minAmountKurus ?? usual.min), max: show(maxAmountKurus ?? usual.max) }),
          },
          { term: t("links"), value: account.paymentLinksEnabled ? t("enabled") : t("disabled") },
          { term: t("attempts"), value: t("cards", { count: account.cardAttemptLimit }) },
          {
            term: t("counts"),
            value: installmentCounts.length > 0 ? countsText(installmentCounts, counts) : t("noNarrowing"),
          },
          { term: t("hosts"), value: allowedHosts.length > 0 ? allowedHosts.join(", ") : t("anyHost") },
          { term: t("approval"), value: approval },
        ]}
      />
      <p className="mt-2 text-ink-soft">{t("changeHint")}</p>
    </Section>
  );
}
