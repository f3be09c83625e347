import {
  newPasskeyInput,
  passkeyConfirmationInput,
  passkeyInput,
  passkeyNameInput,
} from "@/server/domain/people/passkey-inputs";
import {
  confirmationInput,
  passwordChangeInput,
  secondFactorInput,
  sessionInput,
} from "@/server/domain/people/self-inputs";
import { createPasskeyActions } from "@/server/entry/trpc/passkey-actions";
import { createSelfActions } from "@/server/entry/trpc/self-actions";
import { mutationProcedure, queryProcedure, router } from "../door";

const self = createSelfActions("panel");
const passkeys = createPasskeyActions("panel");
const change = () => mutationProcedure("self.manage");
/** Changes that could lock out the owner or let in an attacker: an unattended browser must not suffice for them. */
const guardedChange = () => mutationProcedure("self.manage", { requiresReauthentication: true });

/** Procedures of users for their own account, which every role may call. */
export const selfRouter = router({
  get: queryProcedure("self.manage").query(({ ctx }) => self.get(ctx)),
  /** Says whether this is a sandbox, and the time of its clock where that was moved. */
  environment: queryProcedure("home.read").query(({ ctx }) => self.environment(ctx)),
  /** Confirms the user's identity, which for a while allows changes that require reauthentication. */
  confirm: change()
    .input(confirmationInput)
    .mutation(({ ctx, input }) => self.confirm(ctx, input)),
  changePassword: change()
    .input(passwordChangeInput)
    .mutation(({ ctx, input }) => self.changePassword(ctx, input, [ctx.session.account.name])),
  sessions: queryProcedure("self.manage").query(({ ctx }) => self.sessions(ctx)),
  failedSignIns: queryProcedure("self.manage").query(({ ctx }) => self.failedSignIns(ctx)),
  endSession: change()
    .input(sessionInput)
    .mutation(({ ctx, input }) => self.endSessions(ctx, input.name)),
  endOtherSessions: change().mutation(({ ctx }) => self.endSessions(ctx, null)),
  askForAddressProof: change().mutation(({ ctx }) => self.askForAddressProof(ctx)),
  startSecondFactor: guardedChange().mutation(({ ctx }) => self.startSecondFactor(ctx)),
  finishSecondFactor: change()
    .input(secondFactorInput)
    .mutation(({ ctx, input }) => self.finishSecondFactor(ctx, input)),
  removeSecondFactor: guardedChange().mutation(({ ctx }) => self.removeSecondFactor(ctx)),
  passkeys: queryProcedure("self.manage").query(({ ctx }) => passkeys.passkeys(ctx)),
  startPasskey: guardedChange().mutation(({ ctx }) => passkeys.startPasskey(ctx)),
  finishPasskey: change()
    .input(newPasskeyInput)
    .mutation(({ ctx, input }) => passkeys.finishPasskey(ctx, input)),
  renamePasskey: change()
    .input(passkeyNameInput)
    .mutation(({ ctx, input }) => passkeys.renamePasskey(ctx, input)),
  removePasskey: guardedChange()
    .input(passkeyInput)
    .mutation(({ ctx, input }) => passkeys.removePasskey(ctx, input)),
  /** Makes what a passkey signs to confirm the user's identity. */
  startConfirmation: change().mutation(({ ctx }) => passkeys.startConfirmation(ctx)),
  confirmByPasskey: change()
    .input(passkeyConfirmationInput)
    .mutation(({ ctx, input }) => passkeys.confirmByPasskey(ctx, input)),
  renewRecoveryCodes: guardedChange().mutation(({ ctx }) => self.renewRecoveryCodes(ctx)),
});
