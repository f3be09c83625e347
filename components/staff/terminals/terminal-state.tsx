"use client";
import { useTranslations } from "use-intl/react";
import type { TerminalState as StateName } from "@/server/domain/terminals/terminal-list";
import { State, type StateTone } from "../../ui/state";

const tones: Readonly<Record<StateName, StateTone>> = { active: "good", off: "quiet", set_up: "warn" };

/** Whether a terminal takes payments, is off, or is being set up. */
export function TerminalState({ state }: { state: StateName }) {
  const t = useTranslations("staff.terminal");
  return <State tone={tones[state]}>{t(`states.${state}`)}</State>;
}
