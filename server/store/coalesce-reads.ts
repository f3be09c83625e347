import type { Db } from "./db";

type Look<T> = (db: Db, key: string) => Promise<T>;

/** The query that is under way, and the next one as soon as a caller waits for it. */
interface Turn<T> {
  readonly running: Promise<T>;
  next: Promise<T> | null;
}

/**
 * Makes concurrent look-ups of one key share a query (D-117). A caller that arrives while a query is under way waits
 * for the next one, because the running query may have read the row before the caller arrived. Every answer is
 * therefore read after it was requested: nothing is cached, and nothing can be stale.
 */
export function coalesceReads<T>(look: Look<T>): Look<T> {
  const turnsByDb = new WeakMap<Db, Map<string, Turn<T>>>();

  return (db, key) => {
    const turns = turnsByDb.get(db) ?? new Map<string, Turn<T>>();
    turnsByDb.set(db, turns);

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
