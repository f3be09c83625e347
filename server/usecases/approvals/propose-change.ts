import type { ChangeKindName } from "@/server/domain/approvals/change-list";
import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { isSensitiveText } from "@/server/domain/sensitive-text";
import { findWaitingChange, insertChange } from "@/server/store/approvals/changes";
import { inTx } from "@/server/store/db";
import type { Ctx } from "../ctx";
import { changePurpose, readPayload } from "./shared/change-kind";
import { kinds } from "./shared/kinds";

export interface ProposeChangeInput {
  readonly kind: ChangeKindName;
  /** The account that the change is about; null when it is about none. */
  readonly partnerId: string | null;
  /** The identifier of what changes. */
  readonly subject: string;
  /** The values in the form of the kind, without secrets. */
  readonly payload: unknown;
  /** The secret part, which is sealed at once and erased with the decision. */
  readonly secret?: string;
  readonly reason: string;
  /** What was seen, and where. */
  readonly evidence?: string;
  /** The id of the proposer, whose permission the door has checked. */
  readonly staffId: string;
}

/**
 * Proposes a change on which a second person decides (D-67). Returns its id. The caller writes the audit entry. Throws
 * validation_error, sensitive_data_not_allowed, what the kind refuses, and change_waiting where another change of the
 * kind waits for the subject or for a part of it; its details name that change.
 */
export async function proposeChange(ctx: Ctx, input: ProposeChangeInput): Promise<{ readonly changeId: string }> {
  const { kind: name, partnerId, subject, secret, reason, evidence = null, staffId } = input;
  if (isSensitiveText(reason) || (evidence !== null && isSensitiveText(evidence))) {
    throw new AppError("sensitive_data_not_allowed");
  }
  const kind = kinds[name];
  const payload = readPayload(kind, name, input.payload);
  const now = ctx.clock.now();
  const id = newId(ctx.random, "staffChange", now);
  const proposal = { id, partnerId, subject, reason, evidence, proposedBy: staffId };
  const change = { ...proposal, payload, decidedBy: null, openSecret: () => secret ?? null };
  await kind.check(ctx, change);
  const fields = [...(await kind.describe(ctx, change))];
  const sealed = secret === undefined ? null : ctx.vault.seal(changePurpose(id), secret);
  const stored = { ...proposal, kind: name, payload: payload as object, fields: fields as object[], sealed };
  await inTx(ctx.db, async (tx) => {
    await kind.refuseOverlap?.(tx, change);
    if (await insertChange(tx, { ...stored, proposedAt: now })) return;
    const waitingChangeId = await findWaitingChange(tx, name, subject);
    const details = waitingChangeId === null ? {} : { waitingChangeId };
    throw new AppError("change_waiting", `Another change of the kind ${name} waits for ${subject}`, details);
  });
  return { changeId: id };
}
