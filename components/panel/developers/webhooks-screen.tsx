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

/** Where webhooks go, what became of each, and what signs them. */
export function WebhooksScreen() {
  const said = useWords(webhookWords);
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.webhook.settings.queryOptions());
  return (
    <>
      <PageHead title={said.title} actions={<GuideLink />}>
        <p className="max-w-prose">{said.intro}</p>
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
