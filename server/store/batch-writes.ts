import type { Db } from "./db";

type Write<T> = (db: Db, values: readonly T[]) => Promise<void>;

/** The statement that is under way, and the values that wait for the next one, by key. */
interface Turn<T> {
  readonly running: Promise<void>;
  readonly waiting: Map<string, T>;
  next: Promise<void> | null;
}

/**
 * Makes writes that arrive while a statement is under way share the next statement, so that a higher load needs fewer
 * statements per write. A promise settles with the statement of its own value. A statement never has two values of one
 * key.
 */
export function batchWrites<T>(write: Write<T>): (db: Db, key: string, value: T) => Promise<void> {
  const turns = new WeakMap<Db, Turn<T>>();

  const begin = (db: Db, values: readonly T[]): Promise<void> => {
    const turn: Turn<T> = { running: write(db, values), waiting: new Map(), next: null };
    turns.set(db, turn);
    const end = () => {
      if (!turn.next) turns.delete(db);
    };
    turn.running.then(end, end);
    return turn.running;
  };

  return async function add(db, key, value): Promise<void> {
    for (let turn = turns.get(db); turn; turn = turns.get(db)) {
      const { running, waiting } = turn;
      if (!waiting.has(key)) {
        waiting.set(key, value);
        const beginNext = () => begin(db, [...waiting.values()]);
        turn.next ??= running.then(beginNext, beginNext);
        return turn.next;
      }
      await running.catch(() => undefined);
    }
    return begin(db, [value]);
  };
}
