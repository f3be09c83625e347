"use client";
import { useQuery } from "@tanstack/react-query";
import { DateTime } from "@/components/ui/date-time";
import { displayAmount } from "@/server/domain/money";
import { Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { useLanguage, useWords } from "../../ui/language";
import { PageHead } from "../../ui/page-head";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { State } from "../../ui/state";
import type { Account } from "../outputs";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { countsText } from "../words/counts";
import { type Availability, abilities, findAbilities } from "./account-abilities";
import { AccountNotice } from "./account-notice";
import { accountWords } from "./account-words";
import { Budgets } from "./budgets";
import { Terminals } from "./terminals";

/** The account's state, terms, terminals and request budgets. The screen is read-only. */
export function AccountScreen() {
  const t = useWords(accountWords);
  const trpc = useTRPC();
  const mayReadBudgets = useMay("key.read");
  const { data: account, error, refetch } = useQuery(trpc.account.get.queryOptions());
  return (
    <>
      <PageHead title={t.title}>{account ? account.name : <Skeleton className="h-5 w-40" />}</PageHead>
      {error && !account && <FailureNotice error={error} onRetry={refetch} />}
      {!error && !account && <Skeleton className="mb-8 h-72 w-full" />}
      {account && (
        <>
          <AccountNotice account={account} />
          <Abilities account={account} />
          <AccountTerms account={account} />
        </>
      )}
      <Terminals />
      {mayReadBudgets && <Budgets />}
    </>
  );
}

const tones = { yes: "good", no: "quiet", limited: "warn" } as const satisfies Record<Availability, string>;

function Abilities({ account }: { account: Account }) {
  const t = useWords(accountWords);
  const { status, hold, paymentLinksEnabled } = account;
  const works = findAbilities({ status, isHeld: hold !== null, paymentLinksEnabled });
  const describe = (ability: (typeof abilities)[number]): string => {
    const how = works[ability];
    if (how !== "limited") return t.works[how];
    return t.limited[ability as keyof typeof t.limited] ?? "";
  };
  return (
    <Section title={t.stateTitle}>
      <Facts
        facts={abilities.map((ability) => ({
          term: t.abilities[ability],
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
  const t = useWords(accountWords);
  const language = useLanguage();
  const show = (kurus: bigint) => displayAmount(kurus, language);
  const { minAmountKurus, maxAmountKurus, refundApprovalAboveKurus, installmentCounts, allowedHosts } = account;
  const approval =
    refundApprovalAboveKurus === null ? t.approvalNever : t.approvalAbove(show(refundApprovalAboveKurus));
  return (
    <Section title={t.termsTitle}>
      <Facts
        facts={[
          { term: t.account, value: account.partnerId },
          { term: t.since, value: <DateTime at={account.createdAt} style="day" /> },
          {
            term: t.perPayment,
            value: t.between(show(minAmountKurus ?? usual.min), show(maxAmountKurus ?? usual.max)),
          },
          { term: t.links, value: account.paymentLinksEnabled ? t.enabled : t.disabled },
          { term: t.attempts, value: t.cards(account.cardAttemptLimit) },
          {
            term: t.counts,
            value: installmentCounts.length > 0 ? countsText(installmentCounts, language) : t.noNarrowing,
          },
          { term: t.hosts, value: allowedHosts.length > 0 ? allowedHosts.join(", ") : t.anyHost },
          { term: t.approval, value: approval },
        ]}
      />
      <p className="mt-2 text-ink-soft">{t.changeHint}</p>
    </Section>
  );
}
