"use client";
import { useTranslations } from "use-intl/react";
import type { StateTone } from "../ui/state";

const operations = ["form", "return", "prepare", "resolve", "capture", "void", "credit", "inquire", "history"] as const;

const outcomes = {
  sent: "quiet",
  authenticated: "good",
  not_authenticated: "bad",
  unresolved: "info",
  resolved: "good",
  approved: "good",
  paid: "good",
  voided: "good",
  history: "good",
  not_found: "warn",
  declined: "bad",
  refused_hash: "bad",
  refused_fields: "bad",
  refused_order: "bad",
  refused_amount: "bad",
  refused_values: "bad",
  unknown: "warn",
} as const satisfies Record<string, StateTone>;

const causes = [
  "timeout",
  "connection",
  "withdrawn",
  "http_status",
  "unreadable",
  "mismatch",
  "not_understood",
  "sale_not_shown",
  "reversal_shown",
] as const;

interface RecordedMessage {
  readonly operation: string;
  readonly outcome: string;
  readonly cause: string | null;
}

/** What a recorded message of a bank says, in the language of the page. What has no words stays as it is recorded. */
export function useMessageWords() {
  const t = useTranslations("staff.bankMessage");
  return ({ operation, outcome, cause }: RecordedMessage) => {
    const knownOperation = operations.find((one) => one === operation);
    const knownOutcome = toOutcome(outcome);
    const knownCause = causes.find((one) => one === cause);
    const ended = knownOutcome ? t(`outcomes.${knownOutcome}`) : outcome;
    const because = knownCause ? t(`causes.${knownCause}`) : cause;
    return {
      operation: knownOperation ? t(`operations.${knownOperation}`) : operation,
      outcome: because ? `${ended}: ${because}` : ended,
      tone: knownOutcome ? outcomes[knownOutcome] : "quiet",
    } as const;
  };
}

const toOutcome = (outcome: string): keyof typeof outcomes | null =>
  Object.hasOwn(outcomes, outcome) ? (outcome as keyof typeof outcomes) : null;
