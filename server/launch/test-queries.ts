import type { Db } from "@/server/store/db";

/** The statements that go to the pool while some work is done: a prepared one by its name, any other by its text. */
export async function queriesOf({ pool }: Db, work: () => Promise<unknown>): Promise<string[]> {
  const original = pool.query;
  const queries: string[] = [];
  pool.query = ((...args: [unknown]) => {
    const query = args[0] as string | { name?: string; text: string };
    queries.push(typeof query === "string" ? query : (query.name ?? query.text));
    return Reflect.apply(original, pool, args);
  }) as typeof original;
  try {
    await work();
  } finally {
    pool.query = original;
  }
  return queries;
}
