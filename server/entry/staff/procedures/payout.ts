import { z } from "zod";
import { codeText } from "@/server/domain/fields";
import { applyFilters } from "@/server/domain/lists";
import { bankFileEndings } from "@/server/domain/payouts/bank-file";
import {
  onePayoutFile,
  payoutFailedInput,
  payoutFileInput,
  payoutHoldInput,
  payoutId,
  payoutMinimumInput,
  payoutPaidInput,
  payoutProposalInput,
  payoutReasonInput,
} from "@/server/domain/payouts/payout-inputs";
import { staffPayoutList } from "@/server/domain/payouts/staff-payout-list";
import { proposeChange } from "@/server/usecases/approvals/propose-change";
import { changePayoutTerms } from "@/server/usecases/payouts/change-payout-terms";
import { createPayoutFile } from "@/server/usecases/payouts/create-payout-file";
import { recordPayoutOutcome } from "@/server/usecases/payouts/record-payout-outcome";
import { reissuePayout } from "@/server/usecases/payouts/reissue-payout";
import { sendPayoutFile } from "@/server/usecases/payouts/send-payout-file";
import {
  getOpenPayouts,
  getPayoutFileText,
  getStaffPayout,
  getTerms,
  listPayoutFiles,
  listStaffPayouts,
} from "@/server/usecases/payouts/staff-payout-queries";
import { withdrawPayout } from "@/server/usecases/payouts/withdraw-payout";
import { listInput } from "../../trpc/list-input";
import { cursor } from "../../trpc/trpc-fields";
import { mutationProcedure, queryProcedure, router } from "../door";

const onePayout = z.object({ payoutId });
const onePartner = z.object({ partnerId: codeText(64) });

const rowsOnAPage = 50;

/** Procedures of staff for the payouts of all accounts, from their approval to the bank's answer (D-39, D-392). */
export const payoutRouter = router({
  list: queryProcedure("payout.read")
    .input(listInput(staffPayoutList))
    .query(({ ctx: { ctx }, input: { cursor: position, sort: _sort, ...query } }) =>
      listStaffPayouts(ctx, {
        filters: applyFilters(staffPayoutList, query, ctx.clock.now()),
        cursor: position ?? null,
        countMax: rowsOnAPage,
      }),
    ),

  /** The number and the sum of the payouts that wait for a person, by their status. */
  open: queryProcedure("payout.read").query(({ ctx: { ctx } }) => getOpenPayouts(ctx)),

  get: queryProcedure("payout.read")
    .input(onePayout)
    .query(({ ctx: { ctx }, input }) => getStaffPayout(ctx, input)),

  /** Proposes to pay payouts, on which a second person decides. */
  propose: mutationProcedure("payout.approve")
    .input(payoutProposalInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { payoutIds, reason } }) => {
      const [subject = ""] = [...payoutIds].sort();
      await audit.begin({ subject, detail: { reason, payouts: payoutIds.length } });
      const change = { kind: "payouts", partnerId: null, subject, payload: { payoutIds } } as const;
      const { changeId } = await proposeChange(ctx, { ...change, reason, staffId: session.user.id });
      audit.note({ detail: { reason, payouts: payoutIds.length, changeId } });
      return { changeId };
    }),

  withdraw: mutationProcedure("payout.write")
    .input(payoutReasonInput)
    .mutation(async ({ ctx: { ctx, audit }, input: { reason, ...input } }) => {
      await audit.begin({ subject: input.payoutId, detail: { reason } });
      const { partnerId } = await withdrawPayout(ctx, input);
      audit.note({ detail: { reason, partnerId } });
    }),

  files: queryProcedure("payout.read")
    .input(z.object({ cursor: cursor() }))
    .query(({ ctx: { ctx }, input }) => listPayoutFiles(ctx, { cursor: input.cursor ?? null, countMax: rowsOnAPage })),

  createFile: mutationProcedure("payout.export")
    .input(payoutFileInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { format } }) => {
      await audit.begin({ detail: { format } });
      const { id: fileId, count } = await createPayoutFile(ctx, { format, staffId: session.user.id });
      audit.note({ subject: fileId, detail: { format, payouts: count } });
      return { fileId, count };
    }),

  /** Returns a file for the bank with the full IBANs, so the person confirms who they are. */
  downloadFile: mutationProcedure("payout.export", { requiresReauthentication: true })
    .input(onePayoutFile)
    .mutation(async ({ ctx: { ctx, audit }, input }) => {
      await audit.begin({ subject: input.fileId });
      const { format, text } = await getPayoutFileText(ctx, input);
      return { name: `${input.fileId}.${bankFileEndings[format]}`, text };
    }),

  sendFile: mutationProcedure("payout.write")
    .input(onePayoutFile)
    .mutation(async ({ ctx: { ctx, audit }, input }) => {
      await audit.begin({ subject: input.fileId });
      const { sent } = await sendPayoutFile(ctx, input);
      audit.note({ detail: { payouts: sent } });
      return { sent };
    }),

  recordPaid: mutationProcedure("payout.write")
    .input(payoutPaidInput)
    .mutation(async ({ ctx: { ctx, audit }, input: { payoutId: subject, bankReference } }) => {
      await audit.begin({ subject, detail: { bankReference } });
      await recordPayoutOutcome(ctx, { payoutId: subject, outcome: { bankReference } });
    }),

  recordFailed: mutationProcedure("payout.write")
    .input(payoutFailedInput)
    .mutation(async ({ ctx: { ctx, audit }, input: { payoutId: subject, failure } }) => {
      await audit.begin({ subject, detail: { failure } });
      await recordPayoutOutcome(ctx, { payoutId: subject, outcome: { failure } });
    }),

  reissue: mutationProcedure("payout.write")
    .input(onePayout)
    .mutation(async ({ ctx: { ctx, audit }, input }) => {
      await audit.begin({ subject: input.payoutId });
      const made = await reissuePayout(ctx, input);
      audit.note({ detail: { reissue: made.payoutId } });
      return { payoutId: made.payoutId };
    }),

  terms: queryProcedure("payout.read")
    .input(onePartner)
    .query(({ ctx: { ctx }, input }) => getTerms(ctx, input)),

  hold: mutationProcedure("payout.write")
    .input(payoutHoldInput)
    .mutation(async ({ ctx: { ctx, audit }, input: { partnerId, reason } }) => {
      await audit.begin({ subject: partnerId, detail: { reason } });
      await changePayoutTerms(ctx, { partnerId, changes: { holdReason: reason } });
    }),

  release: mutationProcedure("payout.write")
    .input(payoutHoldInput)
    .mutation(async ({ ctx: { ctx, audit }, input: { partnerId, reason } }) => {
      await audit.begin({ subject: partnerId, detail: { reason } });
      await changePayoutTerms(ctx, { partnerId, changes: { holdReason: null } });
    }),

  setMinimum: mutationProcedure("payout.write")
    .input(payoutMinimumInput)
    .mutation(async ({ ctx: { ctx, audit }, input: { partnerId, minimumKurus, reason } }) => {
      await audit.begin({ subject: partnerId, detail: { reason } });
      const { before, after } = await changePayoutTerms(ctx, { partnerId, changes: { minimumKurus } });
      const toText = ({ minimumAmount }: typeof before) => ({ minimum: minimumAmount.toString() });
      audit.note({ detail: { reason, before: toText(before), after: toText(after) } });
    }),
});
