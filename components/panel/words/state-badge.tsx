"use client";
import { useLanguage } from "@/components/ui/language";
import { State } from "@/components/ui/state";
import { type StateKind, type StateValue, type StateWord, stateWords } from "./states";

const findStateWord = <K extends StateKind>(kind: K, value: StateValue<K>): StateWord =>
  (stateWords[kind] as Record<StateValue<K>, StateWord>)[value];

/** Shows a state as its dot and its word: `<StateBadge kind="payment" value="captured" />`. */
export function StateBadge<K extends StateKind>({ kind, value }: { kind: K; value: StateValue<K> }) {
  const language = useLanguage();
  const { tone, [language]: word } = findStateWord(kind, value);
  return <State tone={tone}>{word}</State>;
}

/**
 * Returns a function that names a state in the page's language, for selects and sentences: `stateWord("method",
 * "void")`.
 */
export function useStateWord() {
  const language = useLanguage();
  return <K extends StateKind>(kind: K, value: StateValue<K>): string => findStateWord(kind, value)[language];
}
