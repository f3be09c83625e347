import type { AuditOutcome, Prisma } from "@/prisma/generated/client";
import { hideSensitiveTexts, type PlainFields, type PlainValue } from "@/server/domain/audit/changes";
import type { ErrorCode } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import type { Tx } from "../db";

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

/** Adds an entry. A trigger sets its number and its hashes, so the values given here are placeholders. */
export const insertAuditEntry = (tx: Tx, { actor, detail, ...entry }: NewAuditEntry, now: Date) =>
  tx.auditEntry.create({
    data: {
      ...entry,
      id: newId("auditEntry", now),
      at: now,
      detail: hideSensitiveTexts(detail) as Prisma.InputJsonObject,
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: actor.name,
      number: 0n,
      previousHash: new Uint8Array(),
      hash: new Uint8Array(),
    },
  });
