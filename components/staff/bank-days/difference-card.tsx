"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { DateTime } from "../../ui/date-time";
import { CodeLink } from "../../ui/list/row-link";
import { State } from "../../ui/state";
import { TextLink } from "../../ui/text-link";
import { useMayAsStaff } from "../staff-shell";
import type { BankDifference } from "./bank-day-types";
import { ComparedTable } from "./compared-table";
import { OpenAge } from "./day-words";
import { Proposal } from "./proposal";

/** Loaded when it is opened, with the form library. */
const ExplainDialog = dynamic(async () => (await import("./explain-dialog")).ExplainDialog);

interface DifferenceCardProps {
  readonly difference: BankDifference;
  /** Whether the address names it. It can then get the focus. */
  readonly isNamed: boolean;
}

/** One difference: what it is about, what each side says, what it asks for, and how it was closed. */
export function DifferenceCard({ difference, isNamed }: DifferenceCardProps) {
  const t = useTranslations("staff.bankDays");
  const { differenceId, kind, lineKind, openDays, closedAt } = difference;
  const isOpen = closedAt === null;
  return (
    <li
      id={differenceId}
      {...(isNamed && { tabIndex: -1 })}
      className={`scroll-mt-4 rounded-card border p-4 ${isNamed ? "border-accent" : "border-line"}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">
          {t(`kinds.${kind}`)} <span className="font-normal text-ink-soft">· {t(`lineKinds.${lineKind}`)}</span>
        </h3>
        {isOpen ? (
          <OpenAge days={openDays} />
        ) : (
          <State tone="good">{t(difference.explanation === null ? "gone" : "explained")}</State>
        )}
      </div>
      <About difference={difference} />
      <ComparedTable difference={difference} />
      {isOpen ? <Open difference={difference} /> : <Closed difference={difference} />}
    </li>
  );
}

/** What a difference is about: the line, the order, the payment and its account. */
function About({ difference }: { difference: BankDifference }) {
  const t = useTranslations("staff.bankDays");
  const { lineNumber, orderId, rrn, paymentCode, partnerId, partnerName } = difference;
  return (
    <dl className="my-3 grid gap-x-6 gap-y-1 sm:grid-cols-2">
      <Fact term={t("order")}>
        <span className="font-mono text-xs wrap-anywhere">{orderId}</span>
      </Fact>
      <Fact term={t("payment")}>
        {paymentCode === null ? (
          t("noPayment")
        ) : (
          <CodeLink href={`/staff/payments/${paymentCode}`} code={paymentCode} />
        )}
      </Fact>
      <Fact term={t("line")}>{lineNumber === null ? t("noLine") : t("lineNumber", { line: String(lineNumber) })}</Fact>
      {partnerId !== null && (
        <Fact term={t("partner")}>
          <TextLink isInText href={`/staff/partners/${partnerId}`}>
            {partnerName ?? partnerId}
          </TextLink>
        </Fact>
      )}
      {rrn !== null && (
        <Fact term={t("reference")}>
          <span className="font-mono text-xs">{rrn}</span>
        </Fact>
      )}
    </dl>
  );
}

const Fact = ({ term, children }: { term: string; children: React.ReactNode }) => (
  <div className="flex min-w-0 gap-2">
    <dt className="shrink-0 text-ink-soft">{term}:</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);

function Open({ difference }: { difference: BankDifference }) {
  const t = useTranslations("staff.bankDays");
  const mayWrite = useMayAsStaff("bank_day.write");
  const [isExplaining, setExplaining] = useState(false);
  return (
    <div className="mt-3 flex flex-wrap items-end justify-between gap-3">
      <div className="min-w-0 flex-1 basis-80">
        <Proposal difference={difference} />
      </div>
      {mayWrite && <Button onClick={() => setExplaining(true)}>{t("explain")}</Button>}
      {isExplaining && <ExplainDialog difference={difference} onClose={() => setExplaining(false)} />}
    </div>
  );
}

/** How a difference was closed: by a person's explanation, or because it was gone at a later comparison. */
function Closed({ difference: { closedAt, explainedBy, explanation } }: { difference: BankDifference }) {
  const t = useTranslations("staff.bankDays");
  if (closedAt === null) return null;
  return (
    <div className="mt-3 border-l-2 border-line pl-3">
      {explanation !== null && <p className="whitespace-pre-wrap wrap-anywhere">{explanation}</p>}
      <p className="text-ink-soft">
        {explainedBy === null ? t("goneHelp") : explainedBy} · <DateTime at={closedAt} />
      </p>
    </div>
  );
}
