import type { AuditOutcome } from "@/prisma/generated/client";
import type { AuditKeys } from "@/server/domain/audit/chain";
import { hideSensitiveTexts, type PlainFields, type PlainValue } from "@/server/domain/audit/changes";
import type { ErrorCode } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { randomOf, type Tx } from "../db";

export interface AuditActor {
  readonly kind: "user" | "staff" | "system";
  readonly id: string | null;
  /** The e-mail address, or the name of a part of the system. */
  readonly name: string;
}

/**
 * Further facts of an action; never a secret. A change that a person makes has its `reason`, and its fields `before`
 * and `after` by `describeChange`.
 */
export type AuditDetail = Readonly<Record<string, PlainValue | PlainFields>>;

export interface NewAuditEntry {
  /** An account's id, or `staff`. */
  readonly scope: string;
  readonly actor: AuditActor;
  readonly action: string;
  /** Shared by the entries of one action. */
  readonly actionId: string;
  readonly subject: string | null;
  readonly outcome: AuditOutcome;
  readonly code: ErrorCode | null;
  readonly detail: AuditDetail;
  readonly sourceIp: string;
}

/**
 * Adds an entry at the end of its log and signs it (D-300). The log is locked until the transaction ends, so entries of
 * one log are written one after the other. The key stays in this process: the database gets the hash only.
 */
export async function insertAuditEntry(tx: Tx, keys: AuditKeys, entry: NewAuditEntry, now: Date): Promise<void> {
  const { scope, actor, action, actionId, subject, outcome, code, sourceIp } = entry;
  const [newest] = await tx.$queryRaw<{ number: bigint; hash: Uint8Array }[]>`
    select number, hash from lock_audit_log(${scope})`;
  const chained = {
    id: newId(randomOf(tx), "auditEntry", now),
    scope,
    number: (newest?.number ?? 0n) + 1n,
    at: now,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    action,
    actionId,
    subject,
    outcome,
    code,
    detail: JSON.stringify(hideSensitiveTexts(entry.detail)),
    sourceIp,
  };
  const previousHash = Uint8Array.from(newest?.hash ?? []);
  const { keyId, hash } = keys.sign(chained, previousHash);
  // The column is json, which keeps the text as it is given, so the hash can be computed again from what is stored.
  await tx.$executeRaw`
    insert into audit_log (id, scope, number, at, actor_kind, actor_id, actor_name, action, action_id, subject, outcome,
                           code, detail, source_ip, previous_hash, hash, key_id)
    values (${chained.id}, ${scope}, ${chained.number}, ${now}::timestamptz, ${actor.kind}, ${actor.id}, ${actor.name},
            ${action}, ${actionId}, ${subject}, ${outcome}::"AuditOutcome", ${code}, ${chained.detail}::json, ${sourceIp},
            ${previousHash}, ${hash}, ${keyId})`;
}
