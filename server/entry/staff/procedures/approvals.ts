import { z } from "zod";
import { decisionNote } from "@/server/domain/approvals/change-inputs";
import { type ChangedField, changeList } from "@/server/domain/approvals/change-list";
import { codeText, optional } from "@/server/domain/fields";
import { approveChange } from "@/server/usecases/approvals/approve-change";
import { countWaiting, getChangeDetail, listChanges } from "@/server/usecases/approvals/queries";
import { rejectChange } from "@/server/usecases/approvals/reject-change";
import { withdrawChange } from "@/server/usecases/approvals/withdraw-change";
import { listInput } from "../../trpc/list-input";
import { mutationProcedure, queryProcedure, router } from "../door";

const oneChange = z.object({ changeId: codeText(64) });

/** The changes on a page of the list. */
const pageSize = 50;

/** Procedures of staff for changes that need two people (D-67). */
export const approvalRouter = router({
  list: queryProcedure("change.read")
    .input(listInput(changeList))
    .query(({ ctx: { ctx }, input: { status, kind, cursor } }) =>
      listChanges(ctx, { filters: { status, kind }, cursor: cursor ?? null, countMax: pageSize }),
    ),

  get: queryProcedure("change.read")
    .input(oneChange)
    .query(({ ctx: { ctx, session }, input: { changeId } }) =>
      getChangeDetail(ctx, { changeId, staffId: session.user.id }),
    ),

  /** Counts the changes that wait for a decision. */
  waiting: queryProcedure("change.read").query(({ ctx: { ctx } }) => countWaiting(ctx, { partnerId: null })),

  approve: mutationProcedure("change.decide", { requiresReauthentication: true })
    .input(oneChange.extend({ note: optional(decisionNote) }))
    .mutation(async ({ ctx: { ctx, session, audit }, input: { changeId, note } }) => {
      await audit.begin({ subject: changeId });
      const done = await approveChange(ctx, { changeId, staffId: session.user.id, note: note ?? null });
      const { kind, subject, reason } = done.change;
      const [before, after] = [toFields(done.fields, "before"), toFields(done.fields, "after")];
      audit.note({ detail: { kind, of: subject, reason, failureCode: done.failureCode, before, after } });
      return { failureCode: done.failureCode };
    }),

  reject: mutationProcedure("change.decide")
    .input(oneChange.extend({ note: decisionNote }))
    .mutation(async ({ ctx: { ctx, session, audit }, input: { changeId, note } }) => {
      await audit.begin({ subject: changeId, detail: { reason: note } });
      await rejectChange(ctx, { changeId, staffId: session.user.id, note });
    }),

  withdraw: mutationProcedure("change.decide")
    .input(oneChange)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { changeId } }) => {
      await audit.begin({ subject: changeId });
      await withdrawChange(ctx, { changeId, staffId: session.user.id });
    }),
});

/** One side of what a change replaces, as the audit log keeps it. */
const toFields = (fields: readonly ChangedField[], side: "before" | "after") =>
  Object.fromEntries(fields.map((changed) => [changed.field, changed[side]]));
