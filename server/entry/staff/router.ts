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
import { createPasskeyActions } from "../trpc/passkey-actions";
import { createSelfActions } from "../trpc/self-actions";
import { mergeRouters, mutationProcedure, queryProcedure, router } from "./door";
import { alertRouter } from "./procedures/alert";
import { approvalRouter } from "./procedures/approvals";
import { auditRouter } from "./procedures/audit";
import { bankRouter } from "./procedures/bank";
import { bankDayRouter } from "./procedures/bank-day";
import { binRouter } from "./procedures/bin";
import { chargebackRouter } from "./procedures/chargeback";
import { openRouter } from "./procedures/open";
import { pageRouter } from "./procedures/page";
import { partnerRouter } from "./procedures/partner";
import { partnerProfileRouter } from "./procedures/partner-profile";
import { partnerStateRouter } from "./procedures/partner-state";
import { paymentRouter } from "./procedures/payment";
import { payoutRouter } from "./procedures/payout";
import { peopleRouter } from "./procedures/people";
import { statementRouter } from "./procedures/statement";
import { tariffRouter } from "./procedures/tariff";
import { terminalRouter } from "./procedures/terminal";
import { viewingRouter } from "./procedures/viewing";
import { webhookRouter } from "./procedures/webhook";

const self = createSelfActions("staff");
const passkeys = createPasskeyActions("staff");
const change = () => mutationProcedure("self.manage");
/** Changes that could lock out the owner or let in an attacker: an unattended browser must not suffice for them. */
const guardedChange = () => mutationProcedure("self.manage", { requiresReauthentication: true });

/** Procedures of staff for their own account, the same as in the panel. */
const selfRouter = router({
  get: queryProcedure("self.manage").query(({ ctx }) => self.get(ctx)),
  /** Says whether this is a sandbox, and the time of its clock where that was moved. */
  environment: queryProcedure("self.manage").query(({ ctx }) => self.environment(ctx)),
  /** Confirms the user's identity, which for a while allows changes that require reauthentication. */
  confirm: change()
    .input(confirmationInput)
    .mutation(({ ctx, input }) => self.confirm(ctx, input)),
  changePassword: change()
    .input(passwordChangeInput)
    .mutation(({ ctx, input }) => self.changePassword(ctx, input, [])),
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

/** All procedures of the back-office. */
export const staffRouter = router({
  alert: alertRouter,
  approval: approvalRouter,
  audit: auditRouter,
  bank: bankRouter,
  bankDay: bankDayRouter,
  bin: binRouter,
  open: openRouter,
  page: pageRouter,
  partner: mergeRouters(partnerRouter, partnerProfileRouter, partnerStateRouter),
  payment: paymentRouter,
  chargeback: chargebackRouter,
  payout: payoutRouter,
  people: peopleRouter,
  self: selfRouter,
  statement: statementRouter,
  tariff: tariffRouter,
  terminal: terminalRouter,
  viewing: viewingRouter,
  webhook: webhookRouter,
});
