"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { CodeText } from "../../ui/code-text";
import { DateTime } from "../../ui/date-time";
import { FailureNotice } from "../../ui/failure";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { State } from "../../ui/state";
import { useMessageWords } from "../message-words";
import type { StaffOutputs } from "../outputs";
import { useTRPC } from "../trpc";

type Message = StaffOutputs["payment"]["messages"][number];

/** The messages between the terminal and its bank about the payment, without card data and secrets. */
export function BankMessages({ paymentCode }: { paymentCode: string }) {
  const t = useTranslations("staff.payment");
  const { data, error, refetch } = useQuery(useTRPC().payment.messages.queryOptions({ paymentCode }));
  return (
    <Section title={t("messages")}>
      <p className="mb-3 text-ink-soft">{t("messagesHelp")}</p>
      {error && !data && <FailureNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-24 w-full" />}
      {data?.length === 0 && <p className="text-ink-soft">{t("noMessages")}</p>}
      <ol className="grid gap-2">
        {data?.map((message) => (
          <li key={`${message.orderId}-${message.operation}-${message.at.getTime()}`}>
            <MessageView message={message} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function MessageView({ message }: { message: Message }) {
  const t = useTranslations("staff.payment");
  const { at, durationMs, httpStatus, orderId, request, response } = message;
  const { operation, outcome, tone } = useMessageWords()(message);
  return (
    <details className="rounded-control border border-line">
      <summary className="flex min-h-9 cursor-pointer flex-wrap items-center gap-x-4 px-3 py-2 max-sm:min-h-11">
        <span className="font-medium">{operation}</span>
        <State tone={tone}>{outcome}</State>
        <span className="text-ink-soft">
          <DateTime at={at} style="second" />
          {durationMs > 0 && ` · ${t("took", { ms: durationMs })}`}
          {httpStatus !== null && ` · HTTP ${httpStatus}`}
        </span>
      </summary>
      <div className="grid gap-2 border-t border-line p-3">
        <p className="font-mono text-xs text-ink-soft wrap-anywhere">{orderId}</p>
        <h3 className="font-medium">{t("request")}</h3>
        <CodeText text={request} />
        <h3 className="font-medium">{t("response")}</h3>
        {response === null ? <p className="text-ink-soft">{t("noResponse")}</p> : <CodeText text={response} />}
      </div>
    </details>
  );
}
