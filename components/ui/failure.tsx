"use client";
import { useTranslations } from "use-intl/react";
import { Button } from "./button";
import { pageSentence } from "./failure-words";
import { Notice } from "./notice";
import { isOutcomeUnknown, readFailure } from "./read-failure";

interface FailureNoticeProps {
  readonly error: unknown;
  readonly title?: string;
  /** The texts for a mutation whose outcome is unknown: it may have taken effect. */
  readonly unanswered?: { readonly title: string; readonly text: string };
  readonly onRetry?: (() => unknown) | undefined;
}

/** Shows why a read or a mutation failed, the trace id for support, and a retry button where a retry can help. */
export function FailureNotice({ error, title, unanswered, onRetry }: FailureNoticeProps) {
  const t = useTranslations("shared.failure");
  const { code, message, traceId } = readFailure(error);
  // A retry cannot help when the record does not exist or the user may not see it.
  const isFinal = code === "access_denied" || code?.endsWith("not_found");
  const isUnknown = isOutcomeUnknown(error);
  const sentence =
    code !== null && message !== null ? pageSentence(code, message, t) : (unanswered?.text ?? t("connection"));
  return (
    <Notice tone="bad" title={(isUnknown && unanswered?.title) || (title ?? t("title"))} isUrgent>
      <p>{sentence}</p>
      {traceId && (
        <p className="mt-1 font-mono text-xs wrap-anywhere">
          {t("trace")}: {traceId}
        </p>
      )}
      {onRetry && !isFinal && (
        <Button className="mt-3" onClick={() => void onRetry()}>
          {t("again")}
        </Button>
      )}
    </Notice>
  );
}
