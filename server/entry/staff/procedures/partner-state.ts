import { onePartner } from "@/server/domain/partners/profile-inputs";
import {
  closingInput,
  holdInput,
  ibanInput,
  partnerLimitsInput,
  partnerTermsInput,
  releaseInput,
  statusInput,
} from "@/server/domain/partners/settings-inputs";
import { changePartnerIban, type MadeOrProposed } from "@/server/usecases/approvals/change-partner-iban";
import { changePartnerLimits } from "@/server/usecases/approvals/change-partner-limits";
import { proposeChange } from "@/server/usecases/approvals/propose-change";
import { holdAcceptance } from "@/server/usecases/partners/hold-acceptance";
import { getPartnerTerms } from "@/server/usecases/partners/queries";
import { releaseAcceptance } from "@/server/usecases/partners/release-acceptance";
import { setPartnerStatus } from "@/server/usecases/partners/set-partner-status";
import { updatePartnerTerms } from "@/server/usecases/partners/update-partner-terms";
import { mutationProcedure, queryProcedure, router } from "../door";

/** What the audit log keeps of a change: its values, or the proposal. */
const auditFacts = (made: MadeOrProposed) => (made.changeId === null ? made.change : { changeId: made.changeId });

/** Procedures of staff for what an account may do: its state, its hold, its terms and limits. */
export const partnerStateRouter = router({
  setStatus: mutationProcedure("partner.write")
    .input(statusInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { reason, ...input } }) => {
      await audit.begin({ subject: input.partnerId, detail: { reason } });
      const change = await setPartnerStatus(ctx, { ...input, staffId: session.user.id });
      audit.note({ detail: { reason, ...change } });
    }),

  hold: mutationProcedure("partner.hold")
    .input(holdInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { reason, ...input } }) => {
      await audit.begin({ subject: input.partnerId, detail: { reason } });
      const change = await holdAcceptance(ctx, { ...input, staffId: session.user.id });
      audit.note({ detail: { reason, ...change } });
    }),

  release: mutationProcedure("partner.write")
    .input(releaseInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { reason, ...input } }) => {
      await audit.begin({ subject: input.partnerId, detail: { reason } });
      const change = await releaseAcceptance(ctx, { ...input, staffId: session.user.id });
      audit.note({ detail: { reason, ...change } });
    }),

  terms: queryProcedure("partner.read")
    .input(onePartner)
    .query(({ ctx: { ctx }, input }) => getPartnerTerms(ctx, input)),

  setTerms: mutationProcedure("partner.write")
    .input(partnerTermsInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { reason, partnerId, revision, ...terms } }) => {
      await audit.begin({ subject: partnerId, detail: { reason } });
      const change = await updatePartnerTerms(ctx, { partnerId, revision, terms, staffId: session.user.id });
      audit.note({ detail: { reason, ...change } });
    }),

  setLimits: mutationProcedure("partner.write")
    .input(partnerLimitsInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      const { partnerId: subject, reason } = input;
      await audit.begin({ subject, detail: { reason } });
      const made = await changePartnerLimits(ctx, { ...input, staffId: session.user.id });
      audit.note({ detail: { reason, ...auditFacts(made) } });
      return { changeId: made.changeId };
    }),

  /** Replaces the IBAN. Its full form is in no answer and in no log. */
  setIban: mutationProcedure("partner.write", { requiresReauthentication: true })
    .input(ibanInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      const { partnerId: subject, reason } = input;
      await audit.begin({ subject, detail: { reason } });
      const made = await changePartnerIban(ctx, { ...input, staffId: session.user.id });
      audit.note({ detail: { reason, ...auditFacts(made) } });
      return { changeId: made.changeId };
    }),

  /** Proposes to close the account, on which a second person decides. */
  close: mutationProcedure("partner.close")
    .input(closingInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { partnerId, reason } }) => {
      await audit.begin({ subject: partnerId, detail: { reason } });
      const closing = { kind: "partner_closing", partnerId, subject: partnerId, payload: {} } as const;
      const { changeId } = await proposeChange(ctx, { ...closing, reason, staffId: session.user.id });
      audit.note({ detail: { reason, changeId } });
      return { changeId };
    }),
});
