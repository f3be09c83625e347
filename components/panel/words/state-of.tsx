"use client";
import { useLanguage } from "../../ui/language";
import { State } from "../../ui/state";
import { type StateKind, type StateValue, type StateWord, stateWords } from "./states";

const find = <K extends StateKind>(kind: K, value: StateValue<K>): StateWord =>
  (stateWords[kind] as Record<StateValue<K>, StateWord>)[value];

/** A state by its dot and its word: `<StateOf kind="payment" value="captured" />`. */
export function StateOf<K extends StateKind>({ kind, value }: { kind: K; value: StateValue<K> }) {
  const language = useLanguage();
  const { tone, [language]: word } = find(kind, value);
  return <State tone={tone}>{word}</State>;
}

/** Says states in the page's language, for selects and sentences: `say("method", "void")`. */
export function useStateWord() {
  const language = useLanguage();
  return <K extends StateKind>(kind: K, value: StateValue<K>): string => find(kind, value)[language];
}
