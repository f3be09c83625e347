"use client";
import { useSyncExternalStore } from "react";
import type { ColumnChoice } from "./columns";

/** The version of the stored form. A choice of another version is ignored. */
const version = 1;

const storageKey = (list: string): string => `vezne.columns.${list}`;

const none: ColumnChoice = {};
const listeners = new Set<() => void>();
/** The choices that the browser did not keep, by their lists: they last until the page is left. */
const unkept = new Map<string, string>();
/** The parsed choices by their texts, because a snapshot must be the same object while nothing has changed. */
const parsed = new Map<string, ColumnChoice>();

/**
 * Returns the columns that the user switched on or off in a list, and a function that keeps a new choice in the
 * browser. Where the browser has kept nothing, or something else, the list shows its own columns. The server knows no
 * choice, so the first view has the list's own columns as well.
 */
export function useColumnChoice(list: string): [ColumnChoice, (choice: ColumnChoice) => void] {
  const choice = useSyncExternalStore(
    subscribe,
    () => readKeptChoice(list),
    () => none,
  );
  return [choice, (next) => keepChoice(list, next)];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

export function readKeptChoice(list: string): ColumnChoice {
  const text = unkept.get(list) ?? readText(list);
  if (text === null) return none;
  const known = parsed.get(text) ?? parseChoice(text);
  parsed.set(text, known);
  return known;
}

/** Storage throws where the user has forbidden it. */
function readText(list: string): string | null {
  try {
    return window.localStorage.getItem(storageKey(list));
  } catch {
    return null;
  }
}

/** Reads a stored choice. Returns no choice for any other text. */
export function parseChoice(text: string): ColumnChoice {
  try {
    const stored = JSON.parse(text) as { version?: unknown; columns?: unknown } | null;
    if (stored?.version !== version || typeof stored.columns !== "object" || stored.columns === null) return none;
    const columns = Object.entries(stored.columns).filter(([, isShown]) => typeof isShown === "boolean");
    return Object.fromEntries(columns);
  } catch {
    return none;
  }
}

export const writeChoice = (columns: ColumnChoice): string => JSON.stringify({ version, columns });

export function keepChoice(list: string, choice: ColumnChoice): void {
  try {
    if (Object.keys(choice).length === 0) window.localStorage.removeItem(storageKey(list));
    else window.localStorage.setItem(storageKey(list), writeChoice(choice));
    unkept.delete(list);
  } catch {
    unkept.set(list, writeChoice(choice));
  }
  for (const listener of listeners) listener();
}
