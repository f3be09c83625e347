import { useTranslations } from "use-intl/react";
import { type AlertKind, type AlertSeverity, getSeverity } from "@/server/domain/alerts";
import { State, type StateTone } from "../../ui/state";

const tones = { now: "bad", today: "warn", record: "quiet" } as const satisfies Record<AlertSeverity, StateTone>;

/** When a person has to look at an alert of a kind, as a colour and a word. */
export function Severity({ kind }: { kind: AlertKind }) {
  const t = useTranslations("staff.alertSeverities");
  const severity = getSeverity(kind);
  return <State tone={tones[severity]}>{t(severity)}</State>;
}
