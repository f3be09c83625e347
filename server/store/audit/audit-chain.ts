import type { AuditKeys, StoredEntry } from "@/server/domain/audit/chain";
import { sealAction } from "@/server/domain/audit/chain";
import { newId } from "@/server/domain/ids";
import { type Db, inTx } from "../db";
import { type AuditActor, insertAuditEntry } from "./audit-log";

/** The entries that are read at once by a verification. */
const entriesAtOnce = 5_000;

/** Reads all entries of all logs, each log from its first entry, in batches that one index gives in this order. */
export async function* readAuditEntries(db: Db): AsyncGenerator<StoredEntry> {
  let [scope, number] = ["", 0n];
  for (;;) {
    const entries = await db.prisma.$queryRaw<StoredEntry[]>`
      select e.id, e.scope, e.number, e.at, e.actor_kind as "actorKind", e.actor_id as "actorId",
             e.actor_name as "actorName", e.action, e.action_id as "actionId", e.subject, e.outcome::text as outcome,
             e.code, e.detail::text as detail, e.source_ip as "sourceIp", e.previous_hash as "previousHash", e.hash,
             e.key_id as "keyId", case when e.key_id is null then audit_entry_text(e) end as "unkeyedText"
        from audit_log e where (e.scope, e.number) > (${scope}, ${number}::bigint)
       order by e.scope, e.number limit ${entriesAtOnce}`;
    yield* entries;
    const last = entries.at(-1);
    if (!last || entries.length < entriesAtOnce) return;
    ({ scope, number } = last);
  }
}

/** Lists the logs that end with an entry without a key, which no seal covers yet (D-301). */
export async function listUnsealedLogs(db: Db): Promise<string[]> {
  const rows = await db.prisma.$queryRaw<{ scope: string }[]>`
    select u.scope from (select distinct scope from audit_log where key_id is null) u
     where (select l.key_id from audit_log l where l.scope = u.scope order by l.number desc limit 1) is null
     order by u.scope`;
  return rows.map(({ scope }) => scope);
}

/**
 * Seals the logs that end with an entry without a key: adds an entry with a key, whose hash covers those before it.
 * Returns how many were sealed.
 */
export async function sealAuditLogs(db: Db, keys: AuditKeys, actor: AuditActor, now: Date): Promise<number> {
  const scopes = await listUnsealedLogs(db);
  for (const scope of scopes) {
    const actionId = newId(db.random, "action", now);
    const what = { action: sealAction, actionId, subject: null, outcome: "done", code: null } as const;
    await inTx(db, (tx) =>
      insertAuditEntry(tx, keys, { ...what, scope, actor, detail: {}, sourceIp: "terminal" }, now),
    );
  }
  return scopes.length;
}

/** The newest entry of a log: its hash covers all entries before it. */
export interface AuditHead {
  readonly scope: string;
  /** The number of the entry, and so the count of entries. */
  readonly number: bigint;
  readonly at: Date;
  /** Null where the entry has no key. */
  readonly keyId: string | null;
  readonly hash: Uint8Array;
}

/**
 * Lists the newest entry of each log. It steps from log to log in the index instead of reading every entry, because it
 * runs every hour.
 */
export const listAuditHeads = (db: Db) =>
  db.prisma.$queryRaw<AuditHead[]>`
    with recursive scopes as (
      (select min(scope) as scope from audit_log)
      union all
      select (select min(l.scope) from audit_log l where l.scope > s.scope) from scopes s where s.scope is not null
    )
    select h.scope, h.number, h.at, h.key_id as "keyId", h.hash
      from scopes s, lateral (
        select * from audit_log l where l.scope = s.scope order by l.number desc limit 1) h
     order by h.scope`;

/** Reads the hashes, in hex, of the entries of a log with these numbers; a missing entry is left out. */
export async function readAuditHashes(
  db: Db,
  scope: string,
  numbers: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const rows = await db.prisma.$queryRaw<{ number: bigint; hash: string }[]>`
    select number, encode(hash, 'hex') as hash from audit_log
     where scope = ${scope} and number = any(${numbers.map(String)}::bigint[])`;
  return new Map(rows.map(({ number, hash }) => [number, hash]));
}
