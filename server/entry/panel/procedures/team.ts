import { z } from "zod";
import { problem } from "@/server/domain/field-words";
import { checkedText, choice, codeText } from "@/server/domain/fields";
import { panelRoles } from "@/server/domain/people/access";
import { isEmailAddress, normalEmail } from "@/server/domain/people/sign-in";
import { changeRole } from "@/server/usecases/people/change-role";
import { inviteColleague } from "@/server/usecases/people/invite-colleague";
import { listInvitations, listTeam, revokeInvitation } from "@/server/usecases/people/list-team";
import { removeMember } from "@/server/usecases/people/remove-member";
import { act, read, router } from "../door";

const userId = codeText(64);
const role = choice(panelRoles);
/** Whether anybody reads it shows when the link is used. */
const email = checkedText((text) => (isEmailAddress(normalEmail(text)) ? null : problem("invalid")));

/** The people of an account. */
export const teamRouter = router({
  list: read("team.read").query(async ({ ctx: { ctx, session } }) => {
    const { partnerId } = session.account;
    const members = await listTeam(ctx, { partnerId });
    return members.map((member) => ({ ...member, isSelf: member.userId === session.user.id }));
  }),

  invitations: read("team.read").query(({ ctx: { ctx, session } }) =>
    listInvitations(ctx, { partnerId: session.account.partnerId }),
  ),

  /** The link is in this answer and nowhere else. */
  invite: act("team.write", { isWeighty: true })
    .input(z.object({ email, role }))
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      const detail = { email: normalEmail(input.email), role: input.role };
      await audit.begin({ detail });
      const { partnerId } = session.account;
      const made = await inviteColleague(ctx, { partnerId, userId: session.user.id, ...input });
      audit.note({ subject: made.invitationId });
      return made;
    }),

  revokeInvitation: act("team.write")
    .input(z.object({ invitationId: codeText(64) }))
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      await audit.begin({ subject: input.invitationId });
      await revokeInvitation(ctx, { partnerId: session.account.partnerId, ...input });
    }),

  changeRole: act("team.write", { isWeighty: true })
    .input(z.object({ userId, role }))
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      await audit.begin({ subject: input.userId, detail: { role: input.role } });
      const { email, former } = await changeRole(ctx, { partnerId: session.account.partnerId, ...input });
      audit.note({ detail: { role: input.role, former, email } });
    }),

  remove: act("team.write", { isWeighty: true })
    .input(z.object({ userId }))
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      await audit.begin({ subject: input.userId });
      const { email } = await removeMember(ctx, { partnerId: session.account.partnerId, ...input });
      audit.note({ detail: { email } });
    }),
});
