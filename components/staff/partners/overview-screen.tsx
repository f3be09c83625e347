"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Amount } from "../../ui/amount";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { PartnerState } from "../partner-state";
import type { PartnerActivity, PartnerDetail } from "../partner-types";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import { ViewAsMerchant } from "../viewing/view-as-merchant";
import { OpenQuestions } from "./open-questions";
import { PartnerActions } from "./partner-actions";
import { PartnerFrame } from "./partner-frame";
import { ProposedNotice } from "./proposed-notice";

/** Loaded when it is opened, with the form library. */
const ClosingDialog = dynamic(async () => (await import("./state-dialogs")).ClosingDialog);

/** One merchant: what is open about it, its state, and its volumes. */
export const OverviewScreen = ({ partnerId }: { partnerId: string }) => (
  <PartnerFrame
    partnerId={partnerId}
    actions={(partner) => (
      <>
        <ViewAsMerchant partner={partner} />
        <PartnerActions partner={partner} />
      </>
    )}
  >
    {(partner) => <Overview partner={partner} />}
  </PartnerFrame>
);

function Overview({ partner }: { partner: PartnerDetail }) {
  const { partnerId } = partner;
  const { data, error, refetch } = useQuery(useTRPC().partner.activity.queryOptions({ partnerId }));
  return (
    <>
      {error && !data && <FailureNotice error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton className="mb-8 h-40 w-full" />}
      {data && <OpenQuestions partner={partner} activity={data} />}
      <Account partner={partner} />
      {data && <Volumes activity={data} />}
      <Closing partner={partner} />
    </>
  );
}

function Account({ partner }: { partner: PartnerDetail }) {
  const t = useTranslations("staff");
  const { counts, heldSince, holdReason } = partner;
  return (
    <Section title={t("account")}>
      <Facts
        facts={[
          { term: t("status"), value: <PartnerState status={partner.status} isHeld={false} /> },
          { term: t("acceptance"), value: partner.acceptanceHeld ? t("held") : t("accepts") },
          ...(heldSince ? [{ term: t("since"), value: <DateTime at={heldSince} /> }] : []),
          ...(partner.acceptanceHeld && holdReason ? [{ term: t("reason"), value: t(`reasons.${holdReason}`) }] : []),
          { term: t("links"), value: partner.paymentLinksEnabled ? t("on") : t("off") },
          {
            term: t("address"),
            value:
              partner.webhookUrl === null ? (
                <span className="text-ink-soft">{t("noAddress")}</span>
              ) : (
                <span className="font-mono text-xs wrap-anywhere">{partner.webhookUrl}</span>
              ),
          },
          { term: t("terminals"), value: t("ofTerminals", { active: counts.activeTerminals, all: counts.terminals }) },
          { term: t("users"), value: counts.users },
          { term: t("apiKeys"), value: counts.apiKeys },
          {
            term: t("lastPayment"),
            value: counts.lastPaymentAt ? <DateTime at={counts.lastPaymentAt} /> : t("never"),
          },
          { term: t("created"), value: <DateTime at={partner.createdAt} style="day" /> },
        ]}
      />
    </Section>
  );
}

function Volumes({ activity: { recent, before } }: { activity: PartnerActivity }) {
  const t = useTranslations("staff.merchant.volumes");
  const row = (term: string, count: number, kurus: bigint, former: bigint) => ({
    term,
    value: (
      <>
        <Amount kurus={kurus} />{" "}
        <span className="text-ink-soft">
          {t("count", { count })} · {t("before")} <Amount kurus={former} />
        </span>
      </>
    ),
  });
  return (
    <Section title={t("title")}>
      <Facts
        facts={[
          row(t("captured"), recent.capturedCount, recent.capturedKurus, before.capturedKurus),
          row(t("refunded"), recent.refundedCount, recent.refundedKurus, before.refundedKurus),
          { term: t("notCaptured"), value: t("count", { count: recent.notCapturedCount }) },
          { term: t("commission"), value: <Amount kurus={recent.commissionKurus} /> },
        ]}
      />
    </Section>
  );
}

/** Proposes to close the account, at the end of the page, where it is not pressed by mistake. */
function Closing({ partner }: { partner: PartnerDetail }) {
  const t = useTranslations("staff.merchant.state");
  const mayClose = useMayAsStaff("partner.close");
  const [isOpen, setOpen] = useState(false);
  const [changeId, setChangeId] = useState<string | null>(null);
  if (partner.status === "closed" || !mayClose) return null;
  return (
    <Section title={t("closing")}>
      <p className="mb-3 max-w-prose text-ink-soft">{t("closingHelp")}</p>
      <div className="flex flex-col items-start gap-3">
        <Button tone="danger" onClick={() => setOpen(true)}>
          {t("close")}
        </Button>
        {changeId !== null && <ProposedNotice changeId={changeId} />}
      </div>
      {isOpen && (
        <ClosingDialog
          partner={partner}
          onClose={(proposal) => {
            setOpen(false);
            setChangeId(proposal);
          }}
        />
      )}
    </Section>
  );
}
