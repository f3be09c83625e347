"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Amount } from "../../ui/amount";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import type { ListColumn } from "../../ui/list/columns";
import { CodeLink } from "../../ui/list/row-link";
import { ShortList } from "../../ui/list/short-list";
import { Notice } from "../../ui/notice";
import { readFailure } from "../../ui/read-failure";
import { useMayAsStaff } from "../staff-shell";
import { useTRPC } from "../trpc";
import type { OpenQuestion } from "./question-types";

/** Loaded when it is opened, with the form library. */
const OutcomeDialog = dynamic(async () => (await import("./outcome-dialog")).OutcomeDialog);

/** The calls to banks whose outcome is unknown, the oldest first, each with its next step. */
export function QuestionTable({ questions }: { questions: readonly OpenQuestion[] }) {
  const t = useTranslations("staff.open");
  const [resolving, setResolving] = useState<OpenQuestion | null>(null);
  const inquiry = useInquiry();
  return (
    <>
      <div className="mb-4 empty:hidden">
        <InquiryResult inquiry={inquiry} />
      </div>
      <ShortList
        caption={t("questions")}
        columns={useQuestionColumns(inquiry, setResolving)}
        rows={questions}
        rowKey={({ kind, id }) => `${kind}-${id}`}
        empty={<p className="text-ink-soft">{t("noQuestions")}</p>}
      />
      {resolving && <OutcomeDialog question={resolving} onClose={() => setResolving(null)} />}
    </>
  );
}

function useQuestionColumns(inquiry: Inquiry, resolve: (question: OpenQuestion) => void): ListColumn<OpenQuestion>[] {
  const t = useTranslations("staff.open");
  return [
    {
      key: "amount",
      head: t("amount"),
      width: 9,
      align: "right",
      card: "value",
      cell: ({ amount }) => <Amount kurus={amount} />,
    },
    {
      key: "kind",
      head: t("asked"),
      width: 9,
      grows: true,
      card: "title",
      cell: ({ kind, method, partnerName }) => (
        <>
          {kind === "refund" && method ? t(`refundKinds.${method}`) : t(`kinds.${kind}`)}
          <span className="block text-ink-soft">{partnerName}</span>
        </>
      ),
    },
    {
      key: "since",
      head: t("openFor"),
      width: 9,
      card: "line",
      cell: ({ openMs, sentAt }) => (
        <>
          <Age ms={openMs} />
          <span className="block text-ink-soft">
            <DateTime at={sentAt} />
          </span>
        </>
      ),
    },
    {
      key: "bank",
      head: t("bank"),
      width: 12,
      rank: 2,
      card: "line",
      cell: ({ inquiries, askedAt, approvedAt }) => (
        <>
          {t("inquiries", { count: inquiries })}
          {askedAt && (
            <span className="block text-ink-soft">
              {t("lastAsked")} <DateTime at={askedAt} style="second" />
            </span>
          )}
          {approvedAt && <span className="block text-ink-soft">{t("approved")}</span>}
        </>
      ),
    },
    {
      key: "payment",
      head: t("payment"),
      width: 9,
      rank: 1,
      card: "line",
      cell: ({ paymentCode }) => <CodeLink href={`/staff/payments/${paymentCode}`} code={paymentCode} />,
    },
    {
      key: "act",
      head: t("act"),
      width: 20,
      card: "action",
      cell: (row) => (
        <div className="flex flex-wrap items-center gap-2 text-left">
          <Ask question={row} inquiry={inquiry} />
          <Resolve question={row} onResolve={resolve} />
        </div>
      ),
    },
  ];
}

/** How long something has been open, in its largest unit. */
function Age({ ms }: { ms: number }) {
  const t = useTranslations("staff.open.age");
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 120) return t("minutes", { count: minutes });
  return minutes < 48 * 60
    ? t("hours", { count: Math.floor(minutes / 60) })
    : t("days", { count: Math.floor(minutes / (24 * 60)) });
}

/** Opens the proposal of how a call ended. A return of money is decided as its payment's capture. */
function Resolve({ question, onResolve }: { question: OpenQuestion; onResolve(question: OpenQuestion): void }) {
  const t = useTranslations("staff.open");
  if (!useMayAsStaff("outcome.decide")) return null;
  if (!question.isDecidable) return <span className="text-ink-soft">{t("notYet")}</span>;
  return <Button onClick={() => onResolve(question)}>{t("resolve")}</Button>;
}

type Inquiry = ReturnType<typeof useInquiry>;
/** The kinds that a bank can be asked about. */
type Askable = Exclude<OpenQuestion["kind"], "money_kept">;

/** Asks the bank once, now. The table keeps the answer, because the row leaves with the outcome. */
function useInquiry() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<OpenQuestion | null>(null);
  const inquire = useMutation(
    trpc.open.inquire.mutationOptions({ onSettled: () => queries.invalidateQueries(trpc.open.pathFilter()) }),
  );
  const ask = (question: OpenQuestion) => {
    setAsked(question);
    inquire.mutate({ kind: question.kind as Askable, id: question.id });
  };
  return { asked, ask, inquire };
}

function Ask({ question, inquiry: { asked, ask, inquire } }: { question: OpenQuestion; inquiry: Inquiry }) {
  const t = useTranslations("staff.open");
  const mayInquire = useMayAsStaff("payment.inquire");
  if (question.kind === "money_kept" || !mayInquire) return null;
  const isAsking = inquire.isPending && asked?.id === question.id;
  return (
    <Button isBusy={isAsking} disabled={inquire.isPending && !isAsking} onClick={() => ask(question)}>
      {t("inquire")}
    </Button>
  );
}

const resultTones = { known: "good", unknown: "warn", busy: "info" } as const;

/** What came of the last inquiry, with the way to what was asked about. */
function InquiryResult({ inquiry: { asked, inquire } }: { inquiry: Inquiry }) {
  const t = useTranslations("staff.open");
  if (asked === null || inquire.isPending) return null;
  const { paymentCode } = asked;
  const payment = <CodeLink href={`/staff/payments/${paymentCode}`} code={paymentCode} />;
  if (inquire.error) {
    return (
      <Notice tone="bad" title={t("notAsked", { code: readFailure(inquire.error).code ?? "" })} isUrgent>
        {payment}
      </Notice>
    );
  }
  if (!inquire.data) return null;
  const { result } = inquire.data;
  return (
    <Notice tone={resultTones[result]} title={t(`results.${result}`)} isUrgent>
      {payment}
    </Notice>
  );
}
