import type pg from "pg";
import type { Db } from "../db";
import { leaseClass } from "../process-lock";

/** The class of the locks by which running processes name the pages of their release; the second key is the release. */
const releaseClass = 743_615_086;

/** A key of 31 bits, because both keys of such a lock are signed. */
const toReleaseKey = (digest: string): number => Number.parseInt(digest.slice(0, 8), 16) >>> 1;

/**
 * Names the pages of a process's release while its connection is open, together with its lease. A process of another
 * release then knows that both run.
 * @param digest the digest of the inventory (D-293)
 */
export async function nameRelease(client: pg.Client, digest: string): Promise<void> {
  await client.query("select pg_advisory_lock_shared($1, $2)", [releaseClass, toReleaseKey(digest)]);
}

/** The web processes that serve the database now. */
export interface RunningProcesses {
  /** The least of their numbers; null where none holds a lease. */
  readonly first: number | null;
  readonly count: number;
  /** How many of them have named the given release. */
  readonly ofRelease: number;
}

/**
 * Reads from the locks which web processes run. It reads no table.
 * @param digest the digest of the inventory of a release
 */
export async function getRunningProcesses(db: Db, digest: string): Promise<RunningProcesses> {
  const [row] = await db.prisma.$queryRaw<{ first: bigint | null; count: bigint; named: bigint }[]>`
    select min(objid::bigint) filter (where classid::bigint = ${leaseClass}) as first,
           count(*) filter (where classid::bigint = ${leaseClass}) as count,
           count(*) filter (where classid::bigint = ${releaseClass} and objid::bigint = ${toReleaseKey(digest)}) as named
      from pg_locks
     where locktype = 'advisory' and objsubid = 2 and granted
       and database = (select oid from pg_database where datname = current_database())`;
  const { first = null, count = 0, named = 0 } = row ?? {};
  return { first: first === null ? null : Number(first), count: Number(count), ofRelease: Number(named) };
}
