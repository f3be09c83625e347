"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { Amount } from "../../ui/amount";
import { ButtonLink } from "../../ui/button";
import { type Fact, Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { PageHead } from "../../ui/page-head";
import { Skeleton } from "../../ui/skeleton";
import { TextLink } from "../../ui/text-link";
import { ExportLinks } from "../export-links";
import type { PanelOutputs } from "../outputs";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { StateBadge } from "../words/state-badge";
import { PayoutSettlements } from "./payout-settlements";

type Payout = PanelOutputs["payout"]["get"];

/** One payout: its state, what is known about its transfer, and its settlements. */
export function PayoutScreen({ payoutId }: { payoutId: string }) {
  const t = useTranslations("panel.payouts");
  const mayExport = useMay("payout.export");
  const { data, error, refetch } = useQuery(useTRPC().payout.get.queryOptions({ payoutId }));
  const back = { href: "/panel/payouts", label: t("back") };
  if (!data) {
    return (
      <>
        <PageHead title={t("payoutTitle")} back={back} />
        {error ? <FailureNotice error={error} onRetry={refetch} /> : <Skeleton className="h-72 w-full" />}
      </>
    );
  }
  const parameters = new URLSearchParams({ payout: payoutId });
  return (
    <>
      <PageHead
        title={
          <>
            {t("payoutTitle")} <Amount kurus={data.amountKurus} />
          </>
        }
        back={back}
        actions={
          <>
            <ButtonLink href={`/panel/payouts/${payoutId}/notice`}>{t("notice")}</ButtonLink>
            {mayExport && <ExportLinks path="/panel/export/settlements" parameters={parameters} />}
          </>
        }
      >
        <StateBadge kind="payout" value={data.status} />
        {data.status !== "withdrawn" && <p className="mt-1 max-w-prose">{t(`stateHelp.${data.status}`)}</p>}
      </PageHead>
      <div className="mb-8">
        <PayoutFacts payout={data} />
      </div>
      <PayoutSettlements payout={data} />
    </>
  );
}

function PayoutFacts({ payout }: { payout: Payout }) {
  const t = useTranslations("panel.payouts");
  const { id, amountKurus, carriedKurus, lineCount, valueDate, ibanMasked, reissueOf } = payout;
  const facts: Fact[] = [
    { term: t("amount"), value: <Amount kurus={amountKurus} /> },
    ...(carriedKurus === 0n ? [] : [{ term: t("carriedAmount"), value: <Amount kurus={carriedKurus} /> }]),
    { term: t("lineCount"), value: lineCount },
    { term: t("valueDate"), value: <DateTime at={valueDate} style="day" /> },
    { term: t("iban"), value: ibanMasked ?? t("noIban") },
    ...useTransferFacts(payout),
    ...(reissueOf === null ? [] : [{ term: t("reissueOf"), value: <PayoutLink payoutId={reissueOf} /> }]),
    { term: t("payoutId"), value: <span className="font-mono text-xs">{id}</span> },
  ];
  return <Facts facts={facts} />;
}

/** What happened at the bank, as far as it has happened. */
function useTransferFacts({ status, bankReference, failure, createdAt, sentAt, endedAt }: Payout): Fact[] {
  const t = useTranslations("panel.payouts");
  const facts: (Fact | null)[] = [
    bankReference === null ? null : { term: t("bankReference"), value: bankReference },
    failure === null ? null : { term: t("failure"), value: t(`failures.${failure}`) },
    { term: t("created"), value: <DateTime at={createdAt} /> },
    sentAt === null ? null : { term: t("sent"), value: <DateTime at={sentAt} /> },
    endedAt === null
      ? null
      : { term: status === "failed" ? t("failedAt") : t("paidOut"), value: <DateTime at={endedAt} /> },
  ];
  return facts.filter((fact) => fact !== null);
}

const PayoutLink = ({ payoutId }: { payoutId: string }) => (
  <TextLink isInText href={`/panel/payouts/${payoutId}`} className="font-mono text-xs">
    {payoutId}
  </TextLink>
);
