"use client";
import type { Option } from "../../ui/list/filter-texts";
import { useStateWord } from "./state-badge";
import type { StateKind, StateValue } from "./states";

/** Returns a function that names states as the options of a filter. */
export function useStateOptions() {
  const stateWord = useStateWord();
  return <K extends StateKind>(kind: K, values: readonly StateValue<K>[]): Option[] =>
    values.map((value) => ({ value, label: stateWord(kind, value) }));
}
