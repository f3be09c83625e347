"use client";
import { useQuery } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import type { PanelRouter } from "@/server/entry/panel/router-type";
import { CodeText } from "../../../ui/code-text";
import { CopyButton } from "../../../ui/copy-button";
import { Empty } from "../../../ui/empty";
import { Facts } from "../../../ui/facts";
import { FailureNotice } from "../../../ui/failure";
import { failureOf } from "../../../ui/failure-of";
import { useWords } from "../../../ui/language";
import { Moment } from "../../../ui/moment";
import { Notice } from "../../../ui/notice";
import { PageHead } from "../../../ui/page-head";
import { Section } from "../../../ui/section";
import { Skeleton } from "../../../ui/skeleton";
import { useTRPC } from "../../trpc";
import { DeveloperTabs } from "../developer-tabs";
import { AnswerState } from "./answer-state";
import { requestWords } from "./request-words";

type Detail = inferRouterOutputs<PanelRouter>["request"]["get"];

/** One request by its trace id. */
export function RequestScreen({ traceId }: { traceId: string }) {
  const said = useWords(requestWords);
  const request = useQuery(useTRPC().request.get.queryOptions({ traceId }));
  const isMissing = failureOf(request.error).code === "not_found";
  return (
    <>
      <PageHead
        back={{ href: "/panel/developers/requests", label: said.title }}
        title={request.data ? `${request.data.method} ${request.data.path}` : said.request}
        actions={<CopyButton text={traceId} label={said.copyTrace} />}
      >
        <span className="font-mono text-xs wrap-anywhere">{traceId}</span>
      </PageHead>
      <DeveloperTabs />
      {isMissing && <Empty title={said.missing}>{said.missingHelp}</Empty>}
      {request.isError && !isMissing && (
        <FailureNotice error={request.error} onRetry={() => request.refetch()} />
      )}
      {request.isPending && <Skeleton className="h-96 w-full" />}
      {request.data && <Whole request={request.data} />}
    </>
  );
}

function Whole({ request }: { request: Detail }) {
  const said = useWords(requestWords);
  const { status, code, message, advice } = request;
  return (
    <>
      <Section title={said.answer}>
        <Facts
          facts={[
            { term: said.answered, value: <AnswerState status={status} /> },
            ...(code
              ? [
                  { term: said.code, value: <code className="font-mono text-xs">{code}</code> },
                  { term: said.message, value: message },
                ]
              : []),
            ...(advice ? [{ term: said.toDo, value: said.advice[advice] }] : []),
            { term: said.duration, value: said.ms(request.durationMs) },
          ]}
        />
      </Section>
      <Section title={said.request}>
        <Facts
          facts={[
            { term: said.at, value: <Moment at={request.at} style="second" /> },
            { term: said.key, value: <KeyOf apiKey={request.key} /> },
            { term: said.sourceIp, value: <span className="font-mono text-xs">{request.sourceIp}</span> },
            { term: said.userAgent, value: request.userAgent || said.nothing },
          ]}
        />
        <Fields title={said.query} fields={request.query} />
        <Fields title={said.body} fields={request.body} />
      </Section>
      <Notice tone="info" title={said.hiddenTitle}>
        {said.hidden}
      </Notice>
    </>
  );
}

function KeyOf({ apiKey }: { apiKey: Detail["key"] }) {
  const said = useWords(requestWords);
  if (!apiKey) return said.revokedKey;
  return (
    <>
      {apiKey.name} <span className="font-mono text-xs text-ink-soft">{apiKey.prefix}…</span>
    </>
  );
}

function Fields({ title, fields }: { title: string; fields: Detail["body"] }) {
  const said = useWords(requestWords);
  return (
    <div className="mt-4">
      <h3 className="mb-1 font-medium">{title}</h3>
      {fields === null ? (
        <p className="text-ink-soft">{said.nothing}</p>
      ) : (
        <CodeText text={JSON.stringify(fields, null, 2)} />
      )}
    </div>
  );
}
