import { createSelfActions, selfInputs } from "@/server/entry/trpc/self-actions";
import { mutationProcedure, queryProcedure, router } from "../door";

const self = createSelfActions("panel");
const change = () => mutationProcedure("self.manage");
/** Changes that could lock out the owner or let in an attacker: an unattended browser must not suffice for them. */
const guardedChange = () => mutationProcedure("self.manage", { requiresReauthentication: true });

/** Procedures of users for their own account, which every role may call. */
export const selfRouter = router({
  get: queryProcedure("self.manage").query(({ ctx }) => self.get(ctx)),
  /** Confirms the user's identity, which for a while allows changes that require reauthentication. */
  confirm: change()
    .input(selfInputs.confirm)
    .mutation(({ ctx, input }) => self.confirm(ctx, input)),
  changePassword: change()
    .input(selfInputs.changePassword)
    .mutation(({ ctx, input }) => self.changePassword(ctx, input, [ctx.session.account.name])),
  sessions: queryProcedure("self.manage").query(({ ctx }) => self.sessions(ctx)),
  endSession: change()
    .input(selfInputs.endSession)
    .mutation(({ ctx, input }) => self.endSessions(ctx, input.name)),
  endOtherSessions: change().mutation(({ ctx }) => self.endSessions(ctx, null)),
  startSecondFactor: guardedChange().mutation(({ ctx }) => self.startSecondFactor(ctx)),
  finishSecondFactor: change()
    .input(selfInputs.finishSecondFactor)
    .mutation(({ ctx, input }) => self.finishSecondFactor(ctx, input)),
  removeSecondFactor: guardedChange().mutation(({ ctx }) => self.removeSecondFactor(ctx)),
  renewRecoveryCodes: guardedChange().mutation(({ ctx }) => self.renewRecoveryCodes(ctx)),
});
