"use client";
import { Button } from "./button";
import { failureOf } from "./failure-of";
import { useWords } from "./language";
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

/** What stands where something could not be read: what happened, a code for support, a way to try again. */
export function FailureNotice({
  error,
  title,
  onRetry,
}: {
  error: unknown;
  title?: string;
  onRetry?: (() => unknown) | undefined;
}) {
  const said = useWords(words);
  const { code, message, traceId } = failureOf(error);
  /** What is not there, or not for whoever looks, does not come by looking again. */
  const isFinal = code === "access_denied" || code?.endsWith("not_found");
  return (
    <Notice tone="bad" title={title ?? said.title} isUrgent>
      <p>{message ?? said.connection}</p>
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
