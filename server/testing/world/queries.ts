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

/** How PostgreSQL went about the last statement of some work, with the pages that it read. */
export async function planOf({ pool }: Db, work: () => Promise<unknown>): Promise<string> {
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

/** Every statement that PostgreSQL gets while some work is done, those of transactions and their `BEGIN` and `COMMIT` too. */
export async function statementsOf({ pool }: Db, work: () => Promise<unknown>): Promise<string[]> {
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
