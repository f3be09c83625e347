import { describeChange } from "@/server/domain/audit/changes";
import { codeText, jsonObject } from "@/server/domain/fields";
import { normalizeEmail } from "@/server/domain/people/sign-in";
import { colleagueInput, staffInvitationInput, staffRoleInput } from "@/server/domain/people/staff-inputs";
import { changeStaffRole } from "@/server/usecases/people/change-staff-role";
import { inviteStaff } from "@/server/usecases/people/invite-staff";
import { removeColleague } from "@/server/usecases/people/remove-colleague";
import { resetColleague } from "@/server/usecases/people/reset-colleague";
import { revokeStaffInvitation } from "@/server/usecases/people/revoke-staff-invitation";
import { listStaff, listStaffInvitations } from "@/server/usecases/people/staff-queries";
import { mutationProcedure, queryProcedure, router } from "../door";

const guardedMutation = () => mutationProcedure("people.write", { requiresReauthentication: true });

/** Procedures for the people of the back-office (D-260). */
export const peopleRouter = router({
  list: queryProcedure("people.read").query(async ({ ctx: { ctx, session } }) => {
    const staff = await listStaff(ctx);
    return staff.map((member) => ({ ...member, isSelf: member.userId === session.user.id }));
  }),

  invitations: queryProcedure("people.read").query(({ ctx: { ctx } }) => listStaffInvitations(ctx)),

  /** Mails an invitation. No answer contains its link. */
  invite: guardedMutation()
    .input(staffInvitationInput)
    .mutation(async ({ ctx: { ctx, session, audit, language }, input }) => {
      const email = normalizeEmail(input.email);
      await audit.begin({ detail: { email, role: input.role } });
      const made = await inviteStaff(ctx, { staffId: session.user.id, language, ...input });
      audit.note({ subject: made.invitationId });
      return made;
    }),

  revokeInvitation: mutationProcedure("people.write")
    .input(jsonObject({ invitationId: codeText(64) }))
    .mutation(async ({ ctx: { ctx, audit }, input }) => {
      await audit.begin({ subject: input.invitationId });
      await revokeStaffInvitation(ctx, input);
    }),

  changeRole: guardedMutation()
    .input(staffRoleInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { userId, role, ...given } }) => {
      const reason = given.reason.trim();
      await audit.begin({ subject: userId, detail: { reason, role } });
      const { email, former } = await changeStaffRole(ctx, { staffId: session.user.id, userId, role });
      audit.note({ detail: { reason, email, ...describeChange({ role: former }, { role }) } });
    }),

  remove: guardedMutation()
    .input(colleagueInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { userId, ...given } }) => {
      const reason = given.reason.trim();
      await audit.begin({ subject: userId, detail: { reason } });
      const { email, role, sessionsEnded } = await removeColleague(ctx, { staffId: session.user.id, userId });
      audit.note({ detail: { reason, sessionsEnded, ...describeChange({ email, role }, null) } });
    }),

  resetSecondFactor: guardedMutation()
    .input(colleagueInput)
    .mutation(async ({ ctx: { ctx, session, audit, language }, input: { userId, ...given } }) => {
      const reason = given.reason.trim();
      await audit.begin({ subject: userId, detail: { reason } });
      const { email, sessionsEnded } = await resetColleague(ctx, { staffId: session.user.id, userId, language });
      const change = describeChange({ secondFactor: "on" }, { secondFactor: "off" });
      audit.note({ detail: { reason, email, sessionsEnded, ...change } });
    }),
});
