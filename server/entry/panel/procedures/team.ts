import { z } from "zod";
import { describeChange } from "@/server/domain/audit/changes";
import { codeText } from "@/server/domain/fields";
import { normalizeEmail } from "@/server/domain/people/sign-in";
import { invitationInput, removalInput, roleChangeInput } from "@/server/domain/people/team-inputs";
import { listKeysOfMember } from "@/server/usecases/accounts/api-queries";
import { changeRole } from "@/server/usecases/people/change-role";
import { inviteColleague } from "@/server/usecases/people/invite-colleague";
import { listInvitations, listTeam } from "@/server/usecases/people/queries";
import { removeMember } from "@/server/usecases/people/remove-member";
import { revokeInvitation } from "@/server/usecases/people/revoke-invitation";
import { mutationProcedure, queryProcedure, router } from "../door";

const byMember = roleChangeInput.pick({ userId: true });

/** Procedures for the members of an account. */
export const teamRouter = router({
  list: queryProcedure("team.read").query(async ({ ctx: { ctx, session } }) => {
    const { partnerId } = session.account;
    const members = await listTeam(ctx, { partnerId });
    return members.map((member) => ({ ...member, isSelf: member.userId === session.user.id }));
  }),

  invitations: queryProcedure("team.read").query(({ ctx: { ctx, session } }) =>
    listInvitations(ctx, { partnerId: session.account.partnerId }),
  ),

  /** Invites a colleague. Only this answer contains the link. */
  invite: mutationProcedure("team.write", { requiresReauthentication: true })
    .input(invitationInput)
    .mutation(async ({ ctx: { ctx, session, audit, language }, input }) => {
      const detail = { email: normalizeEmail(input.email), role: input.role };
      await audit.begin({ detail });
      const { partnerId } = session.account;
      const made = await inviteColleague(ctx, { partnerId, userId: session.user.id, language, ...input });
      audit.note({ subject: made.invitationId });
      return made;
    }),

  revokeInvitation: mutationProcedure("team.write")
    .input(z.object({ invitationId: codeText(64) }))
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      await audit.begin({ subject: input.invitationId });
      await revokeInvitation(ctx, { partnerId: session.account.partnerId, ...input });
    }),

  changeRole: mutationProcedure("team.write", { requiresReauthentication: true })
    .input(roleChangeInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      await audit.begin({ subject: input.userId, detail: { role: input.role } });
      const { email, former } = await changeRole(ctx, { partnerId: session.account.partnerId, ...input });
      audit.note({ detail: { email, ...describeChange({ role: former }, { role: input.role }) } });
    }),

  /** Lists the API keys that a member knows, which a removal revokes unless they are kept. */
  keys: queryProcedure("team.read")
    .input(byMember)
    .query(({ ctx: { ctx, session }, input }) =>
      listKeysOfMember(ctx, { partnerId: session.account.partnerId, userId: input.userId }),
    ),

  remove: mutationProcedure("team.write", { requiresReauthentication: true })
    .input(removalInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { userId, keptKeyIds } }) => {
      await audit.begin({ subject: userId });
      const { partnerId } = session.account;
      audit.note({ detail: await removeMember(ctx, { partnerId, userId, keptKeyIds: keptKeyIds ?? [] }) });
    }),
});
