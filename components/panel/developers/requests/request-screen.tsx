"use client";
import { useQuery } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import { readFailure } from "@/components/ui/read-failure";
import type { PanelRouter } from "@/server/entry/panel/router-type";
import { CodeText } from "../../../ui/code-text";
import { CopyButton } from "../../../ui/copy-button";
import { Empty } from "../../../ui/empty";
import { Facts } from "../../../ui/facts";
import { FailureNotice } from "../../../ui/failure";
import { Notice } from "../../../ui/notice";
import { PageHead } from "../../../ui/page-head";
import { Section } from "../../../ui/section";
import { Skeleton } from "../../../ui/skeleton";
import { useTRPC } from "../../trpc";
import { DeveloperTabs } from "../developer-tabs";
import { AnswerState } from "./answer-state";

type Detail = inferRouterOutputs<PanelRouter>["request"]["get"];

/** One API request, found by its trace id. */
export function RequestScreen({ traceId }: { traceId: string }) {
  const t = useTranslations("panel.requests");
  const request = useQuery(useTRPC().request.get.queryOptions({ traceId }));
  const isMissing = readFailure(request.error).code === "not_found";
  return (
    <>
      <PageHead
        back={{ href: "/panel/developers/requests", label: t("title") }}
        title={request.data ? `${request.data.method} ${request.data.path}` : t("request")}
        actions={<CopyButton text={traceId} label={t("copyTrace")} />}
      >
        <span className="font-mono text-xs wrap-anywhere">{traceId}</span>
      </PageHead>
      <DeveloperTabs />
      {isMissing && <Empty title={t("missing")}>{t("missingHelp")}</Empty>}
      {request.isError && !isMissing && <FailureNotice error={request.error} onRetry={() => request.refetch()} />}
      {request.isPending && <Skeleton className="h-96 w-full" />}
      {request.data && <RequestDetails request={request.data} />}
    </>
  );
}

function RequestDetails({ request }: { request: Detail }) {
  const t = useTranslations("panel.requests");
  const { status, code, message, advice, cardFields } = request;
  return (
    <>
      {cardFields !== null && (
        <Notice tone="bad" title={t("cardTitle")}>
          {t("cardText", { fields: cardFields })}
        </Notice>
      )}
      <Section title={t("answer")}>
        <Facts
          facts={[
            { term: t("answered"), value: <AnswerState status={status} /> },
            ...(code
              ? [
                  { term: t("code"), value: <code className="font-mono text-xs">{code}</code> },
                  { term: t("message"), value: message },
                ]
              : []),
            ...(advice ? [{ term: t("toDo"), value: t(`advice.${advice}`) }] : []),
            { term: t("duration"), value: t("ms", { ms: request.durationMs }) },
          ]}
        />
      </Section>
      <Section title={t("request")}>
        <Facts
          facts={[
            { term: t("at"), value: <DateTime at={request.at} style="second" /> },
            { term: t("key"), value: <ApiKey apiKey={request.key} /> },
            { term: t("sourceIp"), value: <span className="font-mono text-xs">{request.sourceIp}</span> },
            { term: t("userAgent"), value: request.userAgent || t("nothing") },
          ]}
        />
        <Fields title={t("query")} fields={request.query} />
        <Fields title={t("body")} fields={request.body} />
      </Section>
      <Notice tone="info" title={t("hiddenTitle")}>
        {t("hidden")}
      </Notice>
    </>
  );
}

function ApiKey({ apiKey }: { apiKey: Detail["key"] }) {
  const t = useTranslations("panel.requests");
  if (!apiKey) return t("revokedKey");
  return (
    <>
      {apiKey.name} <span className="font-mono text-xs text-ink-soft">{apiKey.prefix}…</span>
      {apiKey.createdBy && (
        <span className="block text-ink-soft text-xs">{t("keyBy", { name: apiKey.createdBy })}</span>
      )}
    </>
  );
}

function Fields({ title, fields }: { title: string; fields: Detail["body"] }) {
  const t = useTranslations("panel.requests");
  return (
    <div className="mt-4">
      <h3 className="mb-1 font-medium">{title}</h3>
      {fields === null ? (
        <p className="text-ink-soft">{t("nothing")}</p>
      ) : (
        <CodeText text={JSON.stringify(fields, null, 2)} />
      )}
    </div>
  );
}
