import { useTranslations } from "use-intl/react";
import type { Alert } from "./alert-types";

/** The name of an alert's kind, which opens the alert, and how often it came back. */
export function AlertButton({ alert, onOpen }: { alert: Alert; onOpen(alert: Alert): void }) {
  const t = useTranslations("staff.alerts");
  const kinds = useTranslations("staff.alertKinds");
  const { kind, timesRaised } = alert;
  return (
    <span className="flex max-w-full items-baseline gap-2">
      <button
        type="button"
        data-opens
        className="min-w-0 cursor-pointer truncate text-left text-accent underline-offset-2 hover:underline"
        onClick={() => onOpen(alert)}
      >
        {kinds(kind)}
      </button>
      {timesRaised > 1 && <span className="shrink-0 text-xs text-ink-soft">{t("times", { count: timesRaised })}</span>}
    </span>
  );
}
