import type { Db } from "@/server/store/db";

/**
 * Records the statements that are sent to the pool during some work: prepared ones by their name, others by their text.
 */
export async function recordQueries({ pool }: Db, work: () => Promise<unknown>): Promise<string[]> {
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

/** Returns the query plan of the last statement of some work, with the pages that it read. */
export async function explainLastQuery({ pool }: Db, work: () => Promise<unknown>): Promise<string> {
  const original = pool.query;
  let asked: { text: string; values: unknown[] } | null = null;
  pool.query = function (this: unknown, ...args: never[]) {
    asked = args[0] ?? null;
    return Reflect.apply(original, pool, args);
  } as never;
  try {
    await work();
  } finally {
    pool.query = original;
  }
  const { text = "", values = [] } = asked ?? {};
  const { rows } = await pool.query(`explain (analyze, buffers) ${text}`, values);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

/** Records every statement during some work, including those of transactions and their `BEGIN` and `COMMIT`. */
export async function recordStatements({ pool }: Db, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const watched = new Map<object, () => void>();
  const watch = (client: { query: (...args: never[]) => unknown }): void => {
    if (watched.has(client)) return;
    const original = client.query;
    client.query = function (this: unknown, ...args: never[]) {
      const query = args[0] as unknown as string | { name?: string; text: string };
      statements.push(typeof query === "string" ? query : (query.name ?? query.text));
      return Reflect.apply(original, this, args);
    };
    watched.set(client, () => {
      client.query = original;
    });
  };
  const onAcquire = (client: unknown): void => watch(client as Parameters<typeof watch>[0]);
  pool.on("acquire", onAcquire);
  try {
    await work();
  } finally {
    pool.off("acquire", onAcquire);
    for (const restore of watched.values()) restore();
  }
  return statements;
}
