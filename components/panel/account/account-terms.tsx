"use client";
import { displayAmount } from "@/server/domain/money";
import { Facts } from "../../ui/facts";
import { useLanguage, useWords } from "../../ui/language";
import { Moment } from "../../ui/moment";
import { Section } from "../../ui/section";
import type { Account } from "../outputs";
import { countsText } from "../words/counts";
import { accountWords } from "./account-words";

/** The smallest and the greatest payment there is, kuruş (§8.1). */
const usual = { min: 1n, max: 1_000_000_000n };

/** What the account may take and how, as staff have set it. */
export function AccountTerms({ account }: { account: Account }) {
  const said = useWords(accountWords);
  const language = useLanguage();
  const show = (kurus: bigint) => displayAmount(kurus, language);
  const { minAmountKurus, maxAmountKurus, refundApprovalAboveKurus, installmentCounts, allowedHosts } =
    account;
  const approval =
    refundApprovalAboveKurus === null
      ? said.approvalNever
      : said.approvalAbove(show(refundApprovalAboveKurus));
  return (
    <Section title={said.termsTitle}>
      <Facts
        facts={[
          { term: said.account, value: account.partnerId },
          { term: said.since, value: <Moment at={account.createdAt} style="day" /> },
          {
            term: said.perPayment,
            value: said.between(show(minAmountKurus ?? usual.min), show(maxAmountKurus ?? usual.max)),
          },
          { term: said.links, value: account.paymentLinksEnabled ? said.enabled : said.disabled },
          { term: said.attempts, value: said.cards(account.cardAttemptLimit) },
          {
            term: said.counts,
            value: installmentCounts.length > 0 ? countsText(installmentCounts, language) : said.noNarrowing,
          },
          { term: said.hosts, value: allowedHosts.length > 0 ? allowedHosts.join(", ") : said.anyHost },
          { term: said.approval, value: approval },
        ]}
      />
      <p className="mt-2 text-ink-soft">{said.changeHint}</p>
    </Section>
  );
}
