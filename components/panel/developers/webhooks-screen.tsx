"use client";
import { useQuery } from "@tanstack/react-query";
import { FailureNotice } from "../../ui/failure";
import { useWords } from "../../ui/language";
import { PageHead } from "../../ui/page-head";
import { Skeleton } from "../../ui/skeleton";
import { useTRPC } from "../trpc";
import { DeliveriesSection } from "./deliveries-section";
import { DeveloperTabs } from "./developer-tabs";
import { GuideLink } from "./guide-link";
import { WebhookAddress } from "./webhook-address";
import { WebhookSecret } from "./webhook-secret";
import { webhookWords } from "./webhook-words";

/** The webhook URL, the deliveries and the webhook secret. */
export function WebhooksScreen() {
  const t = useWords(webhookWords);
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.webhook.settings.queryOptions());
  return (
    <>
      <PageHead title={t.title} actions={<GuideLink />}>
        <p className="max-w-prose">{t.intro}</p>
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
