import { useTranslations } from "use-intl/react";
import type { AlertState as Value } from "@/server/domain/alerts";
import { State, type StateTone } from "../../ui/state";

const tones = { open: "bad", acknowledged: "warn", closed: "quiet" } as const satisfies Record<Value, StateTone>;

/** The state of an alert. */
export function AlertState({ state }: { state: Value }) {
  const t = useTranslations("staff.alertStates");
  return <State tone={tones[state]}>{t(state)}</State>;
}
