"use client";
import { useTranslations } from "use-intl/react";
import { Notice } from "../../ui/notice";
import type { Chargeback } from "./chargeback-types";
import { urgencyTones, useDayText } from "./deadline";

const tones = { contested: "info", accepted: "quiet", won: "good", lost: "bad" } as const;

/** What happens next; while an answer is awaited, below the last day for it. */
export function NextNotice({ chargeback, next }: { chargeback: Chargeback; next: string }) {
  const t = useTranslations("shared.chargeback.deadlineTitle");
  const day = useDayText()(chargeback.respondBy);
  const { status, urgency } = chargeback;
  return (
    <div className="mb-6" aria-live="polite">
      {status === "open" ? (
        <Notice tone={urgencyTones[urgency ?? "later"]} title={t(urgency ?? "later", { day })}>
          {next}
        </Notice>
      ) : (
        <Notice tone={tones[status]}>{next}</Notice>
      )}
    </div>
  );
}
