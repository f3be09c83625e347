"use client";
import { useTranslations } from "use-intl/react";
import { State } from "@/components/ui/state";
import { type StateKey, type StateKind, type StateValue, stateTones } from "./states";

/** Shows a state as its dot and its word: `<StateBadge kind="payment" value="captured" />`. */
export function StateBadge<K extends StateKind>({ kind, value }: { kind: K; value: StateValue<K> }) {
  const stateWord = useStateWord();
  return <State tone={stateTones[kind][value]}>{stateWord(kind, value)}</State>;
}

/**
 * Returns a function that names a state in the page's language, for selects and sentences: `stateWord("method",
 * "void")`.
 */
export function useStateWord() {
  const t = useTranslations("shared");
  return <K extends StateKind>(kind: K, value: StateValue<K>): string => t(`states.${kind}.${value}` as StateKey);
}
