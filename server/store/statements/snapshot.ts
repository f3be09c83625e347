import type pg from "pg";
import type { Db } from "../db";

/** A connection that runs statements; within `inSnapshot` all of them see the same state. */
export type Connection = Pick<pg.ClientBase, "query">;

/** Runs reads that have to agree with each other on one connection, in one snapshot of the database. */
export async function inSnapshot<T>(db: Pick<Db, "pool">, work: (connection: Connection) => Promise<T>): Promise<T> {
  const client = await db.pool.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    return await work(client);
  } finally {
    await client.query("rollback");
    client.release();
  }
}
