import { z } from "zod";
import { codeText } from "@/server/domain/fields";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import type { Ctx } from "@/server/usecases/ctx";
import { changePassword } from "@/server/usecases/people/change-password";
import { confirmIdentity } from "@/server/usecases/people/confirm-identity";
import { endOtherSessions } from "@/server/usecases/people/end-other-sessions";
import { finishSecondFactor } from "@/server/usecases/people/finish-second-factor";
import { getSelf } from "@/server/usecases/people/get-self";
import { listSessions } from "@/server/usecases/people/list-sessions";
import { removeSecondFactor } from "@/server/usecases/people/remove-second-factor";
import { renewRecoveryCodes } from "@/server/usecases/people/renew-recovery-codes";
import { startSecondFactor } from "@/server/usecases/people/start-second-factor";
import { countGuess } from "../limits/guesses";
import type { RateLimits } from "../limits/rate-limiter";
import type { AuditNote } from "./trpc-door";

/** What people do about themselves, the same at both doors. */

const password = () => z.string().max(1024);
const code = () => codeText(64);

export const selfInputs = {
  confirm: z.object({ password: password(), code: code().optional() }),
  changePassword: z.object({ present: password(), next: password() }),
  endSession: z.object({ name: codeText(64) }),
  finishSecondFactor: z.object({ code: code() }),
};

interface Asking {
  readonly ctx: Ctx;
  readonly session: { readonly sessionId: string; readonly user: { readonly id: string } };
}

interface Acting extends Asking {
  readonly limits: RateLimits;
  readonly audit: { begin(note: AuditNote): Promise<void>; note(note: AuditNote): void };
}

/** @param about what a password may not be, besides the address and the name of its owner */
export function selfActions(door: SignInDoor) {
  const personOf = ({ session }: Asking) => ({ door, userId: session.user.id });
  const hereOf = (asking: Asking) => ({ person: personOf(asking), sessionId: asking.session.sessionId });
  const guessOf = ({ limits, session }: Acting) => ({ limits, userId: session.user.id });
  const begin = ({ audit, session }: Acting) => audit.begin({ subject: session.user.id });
  return {
    get: (asking: Asking) => getSelf(asking.ctx, { person: personOf(asking) }),
    sessions: (asking: Asking) => listSessions(asking.ctx, hereOf(asking)),

    async confirm(acting: Acting, input: z.output<typeof selfInputs.confirm>) {
      await begin(acting);
      const given = { ...hereOf(acting), password: input.password, code: input.code ?? "" };
      await countGuess(guessOf(acting), () => confirmIdentity(acting.ctx, given));
    },
    async changePassword(
      acting: Acting,
      input: z.output<typeof selfInputs.changePassword>,
      about: readonly string[],
    ) {
      await begin(acting);
      const change = { ...hereOf(acting), ...input, about };
      const done = await countGuess(guessOf(acting), () => changePassword(acting.ctx, change));
      acting.audit.note({ detail: { sessionsEnded: done.sessionsEnded } });
      return done;
    },

    async endSessions(acting: Acting, name: string | null) {
      await begin(acting);
      const sessionsEnded = await endOtherSessions(acting.ctx, { ...hereOf(acting), name });
      acting.audit.note({ detail: { sessionsEnded } });
      return { sessionsEnded };
    },

    async startSecondFactor(acting: Acting) {
      await begin(acting);
      return startSecondFactor(acting.ctx, { person: personOf(acting) });
    },
    async finishSecondFactor(acting: Acting, input: z.output<typeof selfInputs.finishSecondFactor>) {
      await begin(acting);
      const given = { ...hereOf(acting), code: input.code };
      return countGuess(guessOf(acting), () => finishSecondFactor(acting.ctx, given));
    },
    async removeSecondFactor(acting: Acting) {
      await begin(acting);
      await removeSecondFactor(acting.ctx, hereOf(acting));
    },
    async renewRecoveryCodes(acting: Acting) {
      await begin(acting);
      return renewRecoveryCodes(acting.ctx, { person: personOf(acting) });
    },
  };
}
