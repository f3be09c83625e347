"use client";
import { DateTime } from "@/components/ui/date-time";
import { displayAmount } from "@/server/domain/money";
import { Facts } from "../../ui/facts";
import { useLanguage, useWords } from "../../ui/language";
import { Section } from "../../ui/section";
import type { Account } from "../outputs";
import { countsText } from "../words/counts";
import { accountWords } from "./account-words";

/** The smallest and the largest amount of a payment, in kuruş (§8.1). */
const usual = { min: 1n, max: 1_000_000_000n };

/** The terms under which the account accepts payments, as staff have configured them. */
export function AccountTerms({ account }: { account: Account }) {
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
