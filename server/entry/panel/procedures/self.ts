import { selfActions, selfInputs } from "@/server/entry/trpc/self-actions";
import { act, read, router } from "../door";

const self = selfActions("panel");
const change = () => act("self.manage");
/** What could keep its owner out, or let somebody else in: not for whoever finds a browser open. */
const weightyChange = () => act("self.manage", { isWeighty: true });

/** What people do about themselves, whatever their role. */
export const selfRouter = router({
  get: read("self.manage").query(({ ctx }) => self.get(ctx)),
  /** Shows again who is there, so that what weighs more can be done for a while. */
  confirm: change()
    .input(selfInputs.confirm)
    .mutation(({ ctx, input }) => self.confirm(ctx, input)),
  changePassword: change()
    .input(selfInputs.changePassword)
    .mutation(({ ctx, input }) => self.changePassword(ctx, input, [ctx.session.account.name])),
  sessions: read("self.manage").query(({ ctx }) => self.sessions(ctx)),
  endSession: change()
    .input(selfInputs.endSession)
    .mutation(({ ctx, input }) => self.endSessions(ctx, input.name)),
  endOtherSessions: change().mutation(({ ctx }) => self.endSessions(ctx, null)),
  startSecondFactor: weightyChange().mutation(({ ctx }) => self.startSecondFactor(ctx)),
  finishSecondFactor: change()
    .input(selfInputs.finishSecondFactor)
    .mutation(({ ctx, input }) => self.finishSecondFactor(ctx, input)),
  removeSecondFactor: weightyChange().mutation(({ ctx }) => self.removeSecondFactor(ctx)),
  renewRecoveryCodes: weightyChange().mutation(({ ctx }) => self.renewRecoveryCodes(ctx)),
});
