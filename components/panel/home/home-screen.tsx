"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { ButtonLink } from "../../ui/button";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { PageHead } from "../../ui/page-head";
import { Skeleton } from "../../ui/skeleton";
import { useAccountStatus, useMay } from "../role";
import { useTRPC } from "../trpc";
import { AttentionList } from "./attention-list";
import { DaysSection } from "./days-section";
import { RecentFigures, TodayFigures } from "./home-figures";

/** How often the figures are fetched again while the screen is open, in ms. */
const refetchEveryMs = 15_000;

/** The first screen: the figures and the items that need attention. */
export function HomeScreen() {
  const t = useTranslations("panel.home");
  return (
    <>
      <PageHead title={t("title")} actions={<QuickActions />} />
      <div className="grid items-start gap-x-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <Today />
        <div className="xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <Attention />
        </div>
        <Recent />
      </div>
    </>
  );
}

function QuickActions() {
  const t = useTranslations("panel.home");
  const [mayPay, mayLink] = [useMay("payment.create"), useMay("link.write")];
  if (useIsStopped()) return null;
  return (
    <>
      {mayPay && <ButtonLink href="/panel/payments/new">{t("newPayment")}</ButtonLink>}
      {mayLink && (
        <ButtonLink href="/panel/links/new" tone="primary">
          {t("newLink")}
        </ButtonLink>
      )}
    </>
  );
}

const useHome = () => useQuery({ ...useTRPC().home.get.queryOptions(), refetchInterval: refetchEveryMs });

function Today() {
  const { data, error, refetch } = useHome();
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="mb-8 h-44 w-full" />;
  return data.isNew ? <FirstSteps /> : <TodayFigures home={data} />;
}

function Recent() {
  const { data, error } = useHome();
  if (error && !data) return null;
  if (!data) return <Skeleton className="h-96 w-full" />;
  if (data.isNew) return null;
  return (
    <div className="min-w-0">
      <RecentFigures home={data} />
      <DaysSection days={data.days} />
    </div>
  );
}

const useAttention = () => useQuery({ ...useTRPC().home.attention.queryOptions(), refetchInterval: refetchEveryMs });

function Attention() {
  const { data, error, refetch } = useAttention();
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
  return data ? <AttentionList items={data} /> : <Skeleton className="mb-8 h-44 w-full" />;
}

/** Shows a new account how to get its first payment. Renders nothing while the account accepts no payments. */
function FirstSteps() {
  const t = useTranslations("panel.home");
  const [mayLink, mayConnect] = [useMay("link.write"), useMay("key.read")];
  const actions = mayLink && (
    <div className="flex flex-wrap justify-center gap-2">
      <ButtonLink href="/panel/links/new" tone="primary">
        {t("newLink")}
      </ButtonLink>
      <ButtonLink href="/panel/payments/new">{t("newPayment")}</ButtonLink>
      {mayConnect && <ButtonLink href="/panel/developers">{t("start.toKeys")}</ButtonLink>}
    </div>
  );
  if (useIsStopped()) return null;
  const connect = mayConnect && <ButtonLink href="/panel/developers">{t("start.toKeys")}</ButtonLink>;
  return (
    <div className="mb-8">
      <Empty title={t("start.title")} action={actions || connect}>
        <p>{t("start.help")}</p>
        {mayConnect && <p className="mt-2">{t("start.api")}</p>}
        {!mayLink && <p className="mt-2">{t("start.readOnly")}</p>}
      </Empty>
    </div>
  );
}

/** Returns whether the account accepts no new payments. The status is known at once; a hold only after the query. */
function useIsStopped(): boolean {
  const { data: attention } = useAttention();
  return useAccountStatus() !== "active" || (attention?.some(({ kind }) => kind === "acceptance_held") ?? false);
}
