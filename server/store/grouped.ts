import type { Db } from "./db";

type Look<T> = (db: Db, key: string) => Promise<T>;

/** A query that is under way, and the one after it as soon as somebody waits for that. */
interface Turn<T> {
  readonly running: Promise<T>;
  next: Promise<T> | null;
}

/**
 * Makes look-ups of one key that come together share a query. Whoever asks while a query is under way waits for the
 * next one, so that every answer was read after it was asked for: nothing is remembered, nothing can be stale.
 */
export function grouped<T>(look: Look<T>): Look<T> {
  const turnsOf = new WeakMap<Db, Map<string, Turn<T>>>();

  return (db, key) => {
    const turns = turnsOf.get(db) ?? new Map<string, Turn<T>>();
    turnsOf.set(db, turns);

    const begin = (): Promise<T> => {
      const turn: Turn<T> = { running: look(db, key), next: null };
      turns.set(key, turn);
      const end = () => {
        if (!turn.next) turns.delete(key);
      };
      turn.running.then(end, end);
      return turn.running;
    };

    const turn = turns.get(key);
    if (!turn) return begin();
    turn.next ??= turn.running.then(begin, begin);
    return turn.next;
  };
}
