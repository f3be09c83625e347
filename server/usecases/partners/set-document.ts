import type { Change } from "@/server/domain/audit/changes";
import { describeChange } from "@/server/domain/audit/changes";
import { AppError } from "@/server/domain/errors";
import type { DocumentKind, DocumentState } from "@/server/domain/partners/documents";
import { inTx } from "@/server/store/db";
import { listDocuments, saveDocument } from "@/server/store/partners/documents";
import { lockPartnerWithProfile } from "@/server/store/partners/profiles";
import type { Ctx } from "../ctx";

export interface SetDocumentInput {
  readonly partnerId: string;
  readonly kind: DocumentKind;
  readonly state: DocumentState;
  readonly note: string | null;
  /** The state that the person saw: another one was written down meanwhile where it differs. */
  readonly seenState: DocumentState;
  /** The e-mail address of the member of staff. */
  readonly by: string;
}

/**
 * Writes down the state of a document of a merchant's onboarding (D-241) and returns what changed. The day of its
 * arrival is kept until it is missing again. Throws not_found and changed_meanwhile.
 */
export const setDocument = (ctx: Ctx, input: SetDocumentInput): Promise<Change> =>
  inTx(ctx.db, async (tx) => {
    const { partnerId, kind, state, note, seenState, by } = input;
    if (!(await lockPartnerWithProfile(tx, partnerId))) throw new AppError("not_found", `No account ${partnerId}`);
    const former = (await listDocuments({ prisma: tx }, partnerId)).find((document) => document.kind === kind);
    if ((former?.state ?? "missing") !== seenState) throw new AppError("changed_meanwhile");
    const now = ctx.clock.now();
    const receivedAt = state === "missing" ? null : (former?.receivedAt ?? now);
    await saveDocument(tx, { partnerId, kind, state, note, receivedAt, changedAt: now, changedBy: by });
    return describeChange({ state: seenState, note: former?.note ?? null }, { state, note });
  });
