"use client";
import { Button } from "./button";
import { failureOf, isUnanswered } from "./failure-of";
import { pageSentence } from "./failure-words";
import { useLanguage, useWords } from "./language";
import { Notice } from "./notice";

const words = {
  tr: {
    title: "Bilgiler alınamadı",
    connection: "Sunucuya ulaşılamadı. Bağlantınızı denetleyip yeniden deneyin.",
    again: "Yeniden dene",
    trace: "Destek kodu",
  },
  en: {
    title: "This could not be loaded",
    connection: "The server could not be reached. Check your connection and try again.",
    again: "Try again",
    trace: "Support code",
  },
};

interface FailureNoticeProps {
  readonly error: unknown;
  readonly title?: string;
  /** Said of a change whose answer did not come: it may have been made all the same. */
  readonly unanswered?: { readonly title: string; readonly text: string };
  readonly onRetry?: (() => unknown) | undefined;
}

/** What stands where something could not be read or done: what happened, a code for support, a way to try again. */
export function FailureNotice({ error, title, unanswered, onRetry }: FailureNoticeProps) {
  const said = useWords(words);
  const language = useLanguage();
  const { code, message, traceId } = failureOf(error);
  /** What is not there, or not for whoever looks, does not come by looking again. */
  const isFinal = code === "access_denied" || code?.endsWith("not_found");
  const isOpen = isUnanswered(error);
  const sentence =
    code !== null && message !== null
      ? pageSentence(code, message, language)
      : (unanswered?.text ?? said.connection);
  return (
    <Notice tone="bad" title={(isOpen && unanswered?.title) || (title ?? said.title)} isUrgent>
      <p>{sentence}</p>
      {traceId && (
        <p className="mt-1 font-mono text-xs wrap-anywhere">
          {said.trace}: {traceId}
        </p>
      )}
      {onRetry && !isFinal && (
        <Button className="mt-3" onClick={() => void onRetry()}>
          {said.again}
        </Button>
      )}
    </Notice>
  );
}
