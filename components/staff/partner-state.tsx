"use client";
import { useWords } from "../ui/language";
import { State, type StateTone } from "../ui/state";
import type { FoundPartner } from "./partner-types";
import { staffWords } from "./staff-words";

const tones: Readonly<Record<FoundPartner["status"], StateTone>> = {
  active: "good",
  suspended: "warn",
  closed: "quiet",
};

/** An account's state; a hold stands before it, as it is what keeps payments from being taken. */
export function PartnerState({ status, isHeld }: { status: FoundPartner["status"]; isHeld: boolean }) {
  const said = useWords(staffWords);
  return isHeld && status === "active" ? (
    <State tone="warn">{said.held}</State>
  ) : (
    <State tone={tones[status]}>{said.statuses[status]}</State>
  );
}
