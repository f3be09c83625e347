"use client";
import { useTranslations } from "use-intl/react";
import type { Decline } from "@/server/domain/banks/decline";
import { bankAnswerWords, declineWords } from "../words/reasons";

/** Why the newest card was refused, on whose side, what helps, and what the bank answered (D-63). */
export function DeclineFacts({ decline }: { decline: Decline }) {
  const reasons = useTranslations("shared.reasons");
  const { reason, by, advice, bankCode, bankMessage } = decline;
  const answer = bankAnswerWords(bankCode, bankMessage);
  return (
    <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_1fr]">
      <Line term={reasons("declineTerms.reason")}>{declineWords(reason, reasons)}</Line>
      <Line term={reasons("declineTerms.by")}>{reasons(`declineBy.${by}`)}</Line>
      <Line term={reasons("declineTerms.advice")}>{reasons(`declineAdvice.${advice}`)}</Line>
      {answer && <Line term={reasons("declineTerms.answer")}>{answer}</Line>}
    </dl>
  );
}

/** The words are parts of sentences, so their first letter is raised, by the rules of the page's language. */
function Line({ term, children }: { term: string; children: string }) {
  return (
    <>
      <dt className="text-ink-soft">{term}</dt>
      <dd className="min-w-0 text-ink wrap-anywhere first-letter:uppercase">{children}</dd>
    </>
  );
}
