"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { FailureNotice } from "../../ui/failure";
import { PageHead } from "../../ui/page-head";
import { Skeleton } from "../../ui/skeleton";
import { useTRPC } from "../trpc";
import { DeliveriesSection } from "./deliveries-section";
import { DeveloperTabs } from "./developer-tabs";
import { GuideLink } from "./guide-link";
import { WebhookAddress } from "./webhook-address";
import { WebhookSecret } from "./webhook-secret";

/** The webhook URL, the deliveries and the webhook secret. */
export function WebhooksScreen() {
  const t = useTranslations("panel.webhook");
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.webhook.settings.queryOptions());
  return (
    <>
      <PageHead title={t("title")} actions={<GuideLink />}>
        <p className="max-w-prose">{t("intro")}</p>
      </PageHead>
      <DeveloperTabs />
      {data ? (
        <>
          <WebhookAddress url={data.url} mode={data.mode} />
          <DeliveriesSection />
          <WebhookSecret ends={data} />
        </>
      ) : error ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </>
  );
}
