import type * as z from "zod";
import type { Language } from "@/server/domain/errors";
import type { confirmationInput, passwordChangeInput, secondFactorInput } from "@/server/domain/people/self-inputs";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import type { Ctx } from "@/server/usecases/ctx";
import { getEnvironment } from "@/server/usecases/operations/environment-queries";
import { askForAddressProof } from "@/server/usecases/people/ask-for-address-proof";
import { changePassword } from "@/server/usecases/people/change-password";
import { confirmIdentity } from "@/server/usecases/people/confirm-identity";
import { endOtherSessions } from "@/server/usecases/people/end-other-sessions";
import { getFailedSignIns } from "@/server/usecases/people/failed-sign-in-queries";
import { finishSecondFactor } from "@/server/usecases/people/finish-second-factor";
import { getSelf, listSessions } from "@/server/usecases/people/queries";
import { removeSecondFactor } from "@/server/usecases/people/remove-second-factor";
import { renewRecoveryCodes } from "@/server/usecases/people/renew-recovery-codes";
import { startSecondFactor } from "@/server/usecases/people/start-second-factor";
import { countGuess } from "../limits/guesses";
import type { RateLimits } from "../limits/rate-limiter";
import type { AuditNote } from "./trpc-door";

/** The actions of signed-in users on their own account, which the panel and the back-office share. */

export interface SelfContext {
  readonly ctx: Ctx;
  readonly session: { readonly sessionId: string; readonly user: { readonly id: string } };
}

export interface SelfChangeContext extends SelfContext {
  readonly language: Language;
  readonly limits: RateLimits;
  readonly audit: { begin(note: AuditNote): Promise<void>; note(note: AuditNote): void };
}

/** Creates the actions of a door. Each change begins its audit entry before anything else. */
export function createSelfActions(door: SignInDoor) {
  const toPerson = ({ session }: SelfContext) => ({ door, userId: session.user.id });
  const toSession = (context: SelfContext) => ({
    person: toPerson(context),
    sessionId: context.session.sessionId,
  });
  const toGuess = ({ limits, session }: SelfChangeContext) => ({ limits, userId: session.user.id });
  const begin = ({ audit, session }: SelfChangeContext) => audit.begin({ subject: session.user.id });
  return {
    get: (context: SelfContext) => getSelf(context.ctx, { person: toPerson(context) }),
    environment: (context: SelfContext) => getEnvironment(context.ctx),
    sessions: (context: SelfContext) => listSessions(context.ctx, toSession(context)),
    failedSignIns: (context: SelfContext) => getFailedSignIns(context.ctx, { person: toPerson(context) }),

    async confirm(context: SelfChangeContext, input: z.output<typeof confirmationInput>) {
      await begin(context);
      const given = { ...toSession(context), password: input.password, code: input.code ?? "" };
      await countGuess(toGuess(context), () => confirmIdentity(context.ctx, given));
    },
    /** @param about texts that the new password may not resemble, in addition to the user's email address and name */
    async changePassword(
      context: SelfChangeContext,
      input: z.output<typeof passwordChangeInput>,
      about: readonly string[],
    ) {
      await begin(context);
      const change = { ...toSession(context), ...input, about };
      const done = await countGuess(toGuess(context), () => changePassword(context.ctx, change));
      context.audit.note({ detail: { sessionsEnded: done.sessionsEnded } });
      return done;
    },

    async endSessions(context: SelfChangeContext, name: string | null) {
      await begin(context);
      const sessionsEnded = await endOtherSessions(context.ctx, { ...toSession(context), name });
      context.audit.note({ detail: { sessionsEnded } });
      return { sessionsEnded };
    },

    async askForAddressProof(context: SelfChangeContext) {
      await begin(context);
      await askForAddressProof(context.ctx, { person: toPerson(context), language: context.language });
    },

    async startSecondFactor(context: SelfChangeContext) {
      await begin(context);
      return startSecondFactor(context.ctx, { person: toPerson(context) });
    },
    async finishSecondFactor(context: SelfChangeContext, input: z.output<typeof secondFactorInput>) {
      await begin(context);
      const given = { ...toSession(context), code: input.code };
      return countGuess(toGuess(context), () => finishSecondFactor(context.ctx, given));
    },
    async removeSecondFactor(context: SelfChangeContext) {
      await begin(context);
      await removeSecondFactor(context.ctx, toSession(context));
    },
    async renewRecoveryCodes(context: SelfChangeContext) {
      await begin(context);
      return renewRecoveryCodes(context.ctx, toSession(context));
    },
  };
}
