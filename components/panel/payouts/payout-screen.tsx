"use client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { settlementList } from "@/server/domain/payouts/settlement-list";
import { Amount } from "../../ui/amount";
import { DownloadLink } from "../../ui/download-link";
import { type Fact, Facts } from "../../ui/facts";
import { FailureNotice } from "../../ui/failure";
import { cursorPaging, listReading } from "../../ui/list/list-pages";
import { useListAddress } from "../../ui/list/use-list-address";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import type { PanelOutputs } from "../outputs";
import { useMay } from "../role";
import { useTRPC } from "../trpc";
import { StateBadge } from "../words/state-badge";
import { SettlementList } from "./settlement-list";

type Payout = PanelOutputs["payout"]["get"];

/** One payout: its state and its settlements. */
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
  const hasSettlements = data.settlementCount > 0;
  const file = `/panel/export/settlements.csv?payout=${encodeURIComponent(payoutId)}`;
  return (
    <>
      <PageHead
        title={
          <>
            {t("payoutTitle")} <Amount kurus={data.amountKurus} />
          </>
        }
        back={back}
        actions={hasSettlements && mayExport && <DownloadLink href={file}>{t("export")}</DownloadLink>}
      >
        <StateBadge kind="payout" value={data.status} />
        <p className="mt-1 max-w-prose">{t(`stateHelp.${data.status}`)}</p>
      </PageHead>
      <div className="mb-8">
        <PayoutFacts payout={data} />
      </div>
      {hasSettlements ? (
        <PayoutSettlements payoutId={payoutId} />
      ) : (
        <Notice tone="info" title={t("exampleTitle")}>
          {t("example")}
        </Notice>
      )}
    </>
  );
}

function PayoutFacts({ payout }: { payout: Payout }) {
  const t = useTranslations("panel.payouts");
  const { id, batchId, status, amountKurus, ibanMasked, createdAt, sentAt, resolvedAt } = payout;
  const facts: Fact[] = [
    { term: t("amount"), value: <Amount kurus={amountKurus} /> },
    { term: t("iban"), value: ibanMasked },
    { term: t("created"), value: <DateTime at={createdAt} /> },
    ...(sentAt ? [{ term: t("sent"), value: <DateTime at={sentAt} /> }] : []),
    ...(resolvedAt
      ? [{ term: status === "failed" ? t("failedAt") : t("paidOut"), value: <DateTime at={resolvedAt} /> }]
      : []),
    { term: t("payoutId"), value: <span className="font-mono text-xs">{id}</span> },
    { term: t("batch"), value: <span className="font-mono text-xs">{batchId}</span> },
  ];
  return <Facts facts={facts} />;
}

function PayoutSettlements({ payoutId }: { payoutId: string }) {
  const t = useTranslations("panel.payouts");
  const address = useListAddress(settlementList);
  const input = { ...address.query, payoutId };
  const pages = useInfiniteQuery({
    ...useTRPC().payout.settlements.infiniteQueryOptions(input, cursorPaging),
    ...listReading,
  });
  return (
    <Section title={t("inside")}>
      <SettlementList address={address} pages={pages} empty={null} />
    </Section>
  );
}
