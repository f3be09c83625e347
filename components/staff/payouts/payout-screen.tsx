"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { StateBadge } from "../../panel/words/state-badge";
import { Amount } from "../../ui/amount";
import { CopyButton } from "../../ui/copy-button";
import { DateTime, dateTimeText } from "../../ui/date-time";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { useLanguage } from "../../ui/language";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { readFailure } from "../../ui/read-failure";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { TextLink } from "../../ui/text-link";
import { useTRPC } from "../trpc";
import { PayoutActions } from "./payout-actions";
import { PayoutFacts } from "./payout-facts";
import { findPayoutObstacle } from "./payout-obstacle";
import type { PayoutDetail } from "./payout-types";
import { TermsSection } from "./terms-section";

/** One payout: its way to the bank and back, what its state allows, and the terms of its account. */
export function PayoutScreen({ payoutId }: { payoutId: string }) {
  const t = useTranslations("staff.payout");
  const { data, error, refetch } = useQuery(useTRPC().payout.get.queryOptions({ payoutId }));
  const back = { href: "/staff/payouts", label: t("back") };
  if (data) return <Payout payout={data} back={back} />;
  return (
    <>
      <PageHead back={back} title={t("title")}>
        <span className="font-mono text-xs wrap-anywhere">{payoutId}</span>
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

function Payout({ payout, back }: { payout: PayoutDetail; back: { href: string; label: string } }) {
  const t = useTranslations("staff.payout");
  const { payoutId, amountKurus, partnerId, partnerName, status } = payout;
  return (
    <>
      <PageHead
        back={back}
        title={<Amount kurus={amountKurus} />}
        actions={
          <>
            <CopyButton text={payoutId} label={t("copy")} />
            <PayoutActions payout={payout} />
          </>
        }
      >
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <StateBadge kind="payout" value={status} />
          <TextLink href={`/staff/partners/${partnerId}`}>{partnerName}</TextLink>
          <span className="font-mono text-xs wrap-anywhere">{payoutId}</span>
        </p>
      </PageHead>
      <Notices payout={payout} />
      <Section title={t("facts")}>
        <PayoutFacts payout={payout} />
      </Section>
      <Chain payout={payout} />
      <TermsSection payout={payout} />
    </>
  );
}

/** What has to be known about a prepared payout before anything else. */
function Notices({ payout }: { payout: PayoutDetail }) {
  const t = useTranslations("staff.payout");
  const language = useLanguage();
  const { status, autoAt, partnerId, waitingChangeId } = payout;
  const obstacle = findPayoutObstacle(payout);
  return (
    <div className="mb-6 grid gap-3 empty:hidden">
      {obstacle === "held" && (
        <Notice tone="warn" title={t("heldTitle")}>
          {t("heldText")}
        </Notice>
      )}
      {obstacle === "noIban" && autoAt === null && (
        <Notice tone="warn" title={t("noIbanTitle")}>
          {t("noIbanText")}{" "}
          <TextLink isInText href={`/staff/partners/${partnerId}/profile`}>
            {t("toProfile")}
          </TextLink>
        </Notice>
      )}
      {waitingChangeId !== null && (
        <Notice tone="info" title={t("proposedTitle")}>
          {t("proposedText")}{" "}
          <TextLink isInText href={`/staff/approvals/${waitingChangeId}`}>
            {t("toApproval")}
          </TextLink>
        </Notice>
      )}
      {status === "prepared" && autoAt !== null && (
        <Notice tone="info" title={t("willBePaid", { at: dateTimeText(autoAt, language) })}>
          {t("willBePaidHelp")}
        </Notice>
      )}
    </div>
  );
}

/** The payouts that pay the same settlements, where a failed one was issued again. */
function Chain({ payout: { payoutId, chain } }: { payout: PayoutDetail }) {
  const t = useTranslations("staff.payout");
  if (chain.length < 2) return null;
  return (
    <Section title={t("chain")}>
      <p className="mb-3 text-ink-soft">{t("chainHelp")}</p>
      <ol className="divide-y divide-line rounded-card border border-line">
        {chain.map((link) => (
          <li key={link.payoutId} className="flex flex-wrap items-center gap-x-4 px-4 py-2">
            {link.payoutId === payoutId ? (
              <span className="font-mono text-xs wrap-anywhere">{payoutId}</span>
            ) : (
              <TextLink href={`/staff/payouts/${link.payoutId}`} className="font-mono text-xs wrap-anywhere">
                {link.payoutId}
              </TextLink>
            )}
            <StateBadge kind="payout" value={link.status} />
            <span className="text-ink-soft">
              <DateTime at={link.createdAt} />
            </span>
            {link.payoutId === payoutId && <span className="text-ink-soft">({t("isThis")})</span>}
          </li>
        ))}
      </ol>
    </Section>
  );
}
