"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Amount } from "../../ui/amount";
import { Button } from "../../ui/button";
import { DownloadLink } from "../../ui/download-link";
import { FailureNotice } from "../../ui/failure";
import { PageHead } from "../../ui/page-head";
import { Section } from "../../ui/section";
import { formatDay } from "../payouts/due-day";
import { useMay } from "../role";
import { ScreenSkeleton } from "../screen-skeleton";
import { useTRPC } from "../trpc";
import { StateBadge } from "../words/state-badge";
import { isAnswer } from "./chargeback-events";
import { ChargebackFacts } from "./chargeback-facts";
import { ChargebackMoney } from "./chargeback-money";
import { ChargebackTimeline } from "./chargeback-timeline";
import type { Chargeback } from "./chargeback-types";
import { NextNotice } from "./next-notice";
import { findNextStep } from "./next-step";
import { StatementSection } from "./statement-section";

/** Loaded when it is opened. */
const AcceptDialog = dynamic(async () => (await import("./accept-dialog")).AcceptDialog);

/** One chargeback: what happened, until when it can be answered, and the answer. */
export function ChargebackScreen({ chargebackId }: { chargebackId: string }) {
  const t = useTranslations("panel.chargeback");
  const { data, error, refetch } = useQuery(useTRPC().chargeback.get.queryOptions({ chargebackId }));
  if (error && !data) {
    return (
      <>
        <PageHead title={t("title")} back={{ href: "/panel/chargebacks", label: t("back") }} />
        <FailureNotice error={error} onRetry={refetch} />
      </>
    );
  }
  if (!data) return <ScreenSkeleton />;
  return (
    <>
      <ChargebackHead chargeback={data} />
      <NextNotice chargeback={data} next={t(`next.${findNextStep(data)}`)} />
      <div className="grid gap-x-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0">
          <StatementSection chargeback={data} />
          <Facts chargeback={data} />
          <ChargebackMoney
            settlements={data.settlements}
            payoutsHref="/panel/payouts"
            toDayHref={(dueAt) => `/panel/payouts/due/${formatDay(dueAt)}`}
          />
        </div>
        <ChargebackTimeline
          chargeback={data}
          // Only staff send evidence to a bank, and their addresses are not for merchants.
          personText={({ kind, by }) => (isAnswer(kind) ? (by ?? t("byVezne")) : null)}
        />
      </div>
    </>
  );
}

function Facts({ chargeback }: { chargeback: Chargeback }) {
  const t = useTranslations("shared.chargeback");
  return (
    <Section title={t("facts")}>
      <ChargebackFacts chargeback={chargeback} paymentHref={`/panel/payments/${chargeback.paymentCode}`} />
    </Section>
  );
}

/** The amount, the state, the evidence file, and the way to accept the chargeback. */
function ChargebackHead({ chargeback }: { chargeback: Chargeback }) {
  const t = useTranslations("panel.chargeback");
  const words = useTranslations("shared.chargeback");
  const mayWrite = useMay("chargeback.write");
  // Apart from the button, because the dialog's action removes its button before the dialog has closed.
  const [isAccepting, setAccepting] = useState(false);
  const { chargebackId, amountKurus, caseNumber, status } = chargeback;
  return (
    <>
      <PageHead
        title={
          <>
            {t("title")} <Amount kurus={amountKurus} />
          </>
        }
        back={{ href: "/panel/chargebacks", label: t("back") }}
        actions={
          <>
            <DownloadLink href={`/panel/export/evidence.pdf?${new URLSearchParams({ chargeback: chargebackId })}`}>
              {words("evidence")}
            </DownloadLink>
            {status === "open" && mayWrite && (
              <Button tone="danger" onClick={() => setAccepting(true)}>
                {t("accept.button")}
              </Button>
            )}
          </>
        }
      >
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <StateBadge kind="chargeback" value={status} />
          <span className="wrap-anywhere">
            {words("caseNumber")} {caseNumber}
          </span>
        </p>
      </PageHead>
      {isAccepting && <AcceptDialog chargeback={chargeback} onClose={() => setAccepting(false)} />}
    </>
  );
}
