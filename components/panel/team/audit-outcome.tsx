"use client";
import { useWords } from "../../ui/language";
import { State } from "../../ui/state";
import type { PanelOutputs } from "../outputs";
import { auditWords } from "./audit-words";

export type AuditedAction = PanelOutputs["audit"]["list"]["items"][number];

const tones = { done: "good", refused: "bad", unfinished: "warn" } as const;

/** The outcome of an audited action. */
export function OutcomeState({ outcome }: Pick<AuditedAction, "outcome">) {
  const t = useWords(auditWords);
  return <State tone={tones[outcome]}>{t.outcomes[outcome]}</State>;
}
