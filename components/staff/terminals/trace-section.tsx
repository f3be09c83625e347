"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { Section } from "../../ui/section";
import { Skeleton } from "../../ui/skeleton";
import { State } from "../../ui/state";
import { useMessageWords } from "../message-words";
import { useTRPC } from "../trpc";
import type { BankTrace, TerminalDetail } from "./terminal-types";

/** The newest messages that are shown. */
const shownMax = 20;

/** What went to the terminal's bank and what came back, without card data and secrets. It is read on demand. */
export function TraceSection({ terminal: { terminalId } }: { terminal: TerminalDetail }) {
  const t = useTranslations("staff.terminal");
  const [isOpen, setOpen] = useState(false);
  const trace = useQuery({ ...useTRPC().terminal.trace.queryOptions({ terminalId }), enabled: isOpen });
  return (
    <Section
      title={t("trace")}
      actions={
        <Button isBusy={trace.isFetching} onClick={() => (isOpen ? void trace.refetch() : setOpen(true))}>
          {isOpen ? t("readAgain") : t("showTrace")}
        </Button>
      }
    >
      <p className="mb-3 text-ink-soft">{t("traceHelp")}</p>
      {trace.error && <FailureNotice error={trace.error} onRetry={() => trace.refetch()} />}
      {isOpen && trace.isPending && <Skeleton className="h-40 w-full" />}
      {trace.data?.messages.length === 0 && <Empty title={t("noMessages")} />}
      <ol className="flex flex-col gap-2">
        {trace.data?.messages
          .slice(-shownMax)
          .reverse()
          .map((message) => (
            <li key={`${message.at.getTime()} ${message.orderId} ${message.operation}`}>
              <Message message={message} />
            </li>
          ))}
      </ol>
    </Section>
  );
}

function Message({ message }: { message: BankTrace["messages"][number] }) {
  const t = useTranslations("staff.terminal");
  const { at, durationMs, orderId, request, response } = message;
  const { operation, outcome, tone } = useMessageWords()(message);
  return (
    <details className="rounded-card border border-line px-3 py-2">
      <summary className="flex min-h-9 cursor-pointer flex-wrap items-center gap-x-4 max-sm:min-h-11">
        <span className="font-medium">{operation}</span>
        <State tone={tone}>{outcome}</State>
        <span className="text-ink-soft">
          <DateTime at={at} style="second" />
          {durationMs > 0 && ` · ${t("took", { ms: durationMs })}`}
        </span>
      </summary>
      <p className="mt-2 text-ink-soft">{t("order", { orderId })}</p>
      <Text label={t("sent")} text={request} />
      <Text label={t("received")} text={response ?? t("noAnswer")} />
    </details>
  );
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <figure className="mt-2">
      <figcaption className="text-ink-soft">{label}</figcaption>
      <pre className="max-h-72 overflow-auto rounded-control bg-surface p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
    </figure>
  );
}
