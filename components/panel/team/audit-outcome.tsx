"use client";
import { useWords } from "../../ui/language";
import { State } from "../../ui/state";
import type { PanelOutputs } from "../outputs";
import { auditWords } from "./audit-words";

export type AuditedAction = PanelOutputs["audit"]["list"]["items"][number];

const tones = { done: "good", refused: "bad", unfinished: "warn" } as const;

/** What became of an action. */
export function OutcomeState({ outcome }: Pick<AuditedAction, "outcome">) {
  const said = useWords(auditWords);
  return <State tone={tones[outcome]}>{said.outcomes[outcome]}</State>;
}
