import { codeText } from "@/server/domain/fields";
import {
  inviteOwnerInput,
  newPartnerInput,
  onePartner,
  profileChangeInput,
} from "@/server/domain/partners/profile-inputs";
import { brandDecisionInput, documentInput, noteInput } from "@/server/domain/partners/settings-inputs";
import { normalizeEmail } from "@/server/domain/people/sign-in";
import { getExistingPartnerId } from "@/server/usecases/accounts/queries";
import { countWaiting } from "@/server/usecases/approvals/queries";
import { addNote } from "@/server/usecases/partners/add-note";
import { createPartner } from "@/server/usecases/partners/create-partner";
import { decideLogoRequest } from "@/server/usecases/partners/decide-logo-request";
import { decideNameRequest } from "@/server/usecases/partners/decide-name-request";
import { listLogoRequests } from "@/server/usecases/partners/logo-queries";
import {
  getPartnerActivity,
  getPartnerProfile,
  listNameRequests,
  listPartnerDocuments,
  listPartnerNotes,
  listPartnerTerminals,
} from "@/server/usecases/partners/queries";
import { setDocument } from "@/server/usecases/partners/set-document";
import { updatePartnerProfile } from "@/server/usecases/partners/update-partner-profile";
import { inviteColleague } from "@/server/usecases/people/invite-colleague";
import { listInvitations, listTeam } from "@/server/usecases/people/queries";
import { revokeInvitation } from "@/server/usecases/people/revoke-invitation";
import { mutationProcedure, queryProcedure, router } from "../door";

/** Procedures of staff for what is known about merchants: profile, documents, people, notes. */
export const partnerProfileRouter = router({
  /** Creates a merchant and invites its first owner. Only this answer contains the invitation's link. */
  create: mutationProcedure("partner.write")
    .input(newPartnerInput)
    .mutation(async ({ ctx: { ctx, session, audit, language }, input }) => {
      const { name, legalTitle, taxNumber, ownerEmail } = input;
      const detail = { after: { name, legalTitle, taxNumber, ownerEmail } };
      await audit.begin({ detail });
      const made = await createPartner(ctx, { ...input, staffId: session.user.id, language });
      audit.note({ subject: made.partnerId });
      return made;
    }),

  activity: queryProcedure("partner.read")
    .input(onePartner)
    .query(async ({ ctx: { ctx }, input }) => {
      const [activity, waitingChanges] = await Promise.all([getPartnerActivity(ctx, input), countWaiting(ctx, input)]);
      return { ...activity, waitingChanges };
    }),

  profile: queryProcedure("partner.read")
    .input(onePartner)
    .query(({ ctx: { ctx }, input }) => getPartnerProfile(ctx, input)),

  updateProfile: mutationProcedure("partner.write")
    .input(profileChangeInput)
    .mutation(async ({ ctx: { ctx, audit }, input: { reason, partnerId, revision, name, ...profile } }) => {
      await audit.begin({ subject: partnerId, detail: { reason } });
      const change = await updatePartnerProfile(ctx, { partnerId, revision, name, profile });
      audit.note({ detail: { reason, ...change } });
    }),

  documents: queryProcedure("partner.read")
    .input(onePartner)
    .query(({ ctx: { ctx }, input }) => listPartnerDocuments(ctx, input)),

  setDocument: mutationProcedure("partner.write")
    .input(documentInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      const { partnerId, kind } = input;
      await audit.begin({ subject: partnerId, detail: { document: kind } });
      const change = await setDocument(ctx, { ...input, by: session.user.email });
      audit.note({ detail: { document: kind, ...change } });
    }),

  notes: queryProcedure("partner.read")
    .input(onePartner.extend({ cursor: codeText(64).nullish() }))
    .query(({ ctx: { ctx }, input }) => listPartnerNotes(ctx, { ...input, cursor: input.cursor ?? null })),

  addNote: mutationProcedure("partner.note")
    .input(noteInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      await audit.begin({ subject: input.partnerId });
      const { id } = await addNote(ctx, { ...input, author: session.user.email });
      audit.note({ detail: { note: id } });
    }),

  team: queryProcedure("partner.read")
    .input(onePartner)
    .query(async ({ ctx: { ctx }, input }) => {
      const partnerId = await getExistingPartnerId(ctx, input);
      const [members, invitations] = await Promise.all([
        listTeam(ctx, { partnerId }),
        listInvitations(ctx, { partnerId, isForStaff: true }),
      ]);
      return { members, invitations };
    }),

  /** Invites an owner. Only this answer contains the link. */
  inviteOwner: mutationProcedure("partner.write")
    .input(inviteOwnerInput)
    .mutation(async ({ ctx: { ctx, session, audit, language }, input }) => {
      const email = normalizeEmail(input.email);
      await audit.begin({ subject: input.partnerId, detail: { email } });
      const partnerId = await getExistingPartnerId(ctx, input);
      const invited = { partnerId, userId: null, staffId: session.user.id, email, role: "owner", language } as const;
      return inviteColleague(ctx, invited);
    }),

  revokeInvitation: mutationProcedure("partner.write")
    .input(onePartner.extend({ invitationId: codeText(64) }))
    .mutation(async ({ ctx: { ctx, audit }, input }) => {
      await audit.begin({ subject: input.partnerId, detail: { invitation: input.invitationId } });
      const partnerId = await getExistingPartnerId(ctx, input);
      await revokeInvitation(ctx, { partnerId, invitationId: input.invitationId });
    }),

  terminals: queryProcedure("partner.read")
    .input(onePartner)
    .query(({ ctx: { ctx }, input }) => listPartnerTerminals(ctx, input)),

  nameRequests: queryProcedure("partner.read").query(({ ctx: { ctx } }) => listNameRequests(ctx)),

  decideNameRequest: mutationProcedure("partner.write")
    .input(brandDecisionInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      await audit.begin({ subject: input.requestId, detail: { approved: input.isApproved } });
      const { partnerId, ...change } = await decideNameRequest(ctx, {
        ...input,
        staffId: session.user.id,
        by: session.user.email,
      });
      audit.note({ subject: partnerId, detail: { approved: input.isApproved, note: input.note, ...change } });
    }),

  logoRequests: queryProcedure("partner.read").query(({ ctx: { ctx } }) => listLogoRequests(ctx)),

  decideLogoRequest: mutationProcedure("partner.write")
    .input(brandDecisionInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      await audit.begin({ subject: input.requestId, detail: { approved: input.isApproved } });
      const { partnerId, ...change } = await decideLogoRequest(ctx, {
        ...input,
        staffId: session.user.id,
        by: session.user.email,
      });
      audit.note({ subject: partnerId, detail: { approved: input.isApproved, note: input.note, ...change } });
    }),
});
