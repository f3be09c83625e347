import { plusMs, systemClock } from "@/server/domain/clock";
import { newSecretToken } from "@/server/domain/ids";
import { normalEmail, type SignInDoor, sessionLimits } from "@/server/domain/sign-in";
import { inTx } from "@/server/store/db";
import { findPersonByEmail } from "@/server/store/people";
import { endSessions, insertSession } from "@/server/store/sign-in-sessions";
import type { Ctx } from "./ctx";
import { isPasswordOf } from "./password";

export interface SignInInput {
  readonly door: SignInDoor;
  readonly email: string;
  readonly password: string;
  readonly sourceIp: string;
  readonly userAgent: string;
  /** Of the session that the browser already has; it ends. */
  readonly formerSessionId: string | null;
}

/** `wrong` says neither whether the address is known nor what was wrong about it. */
export type SignInOutcome =
  | { readonly kind: "wrong" }
  | { readonly kind: "signed_in"; readonly sessionId: string };

/** Begins a session with a new id for whoever knows an address and its password (S12). Instants are real time (D-47). */
export async function signIn(ctx: Ctx, input: SignInInput): Promise<SignInOutcome> {
  const { door } = input;
  const user = await findPersonByEmail(ctx.db, door, normalEmail(input.email));
  if (!(await isPasswordOf(user?.passwordHash ?? null, input.password)) || !user) return { kind: "wrong" };
  const now = systemClock.now();
  const person = { door, userId: user.id };
  const sessionId = newSecretToken();
  await inTx(ctx.db, async (tx) => {
    if (input.formerSessionId) await endSessions(tx, person, { only: input.formerSessionId }, now);
    await insertSession(tx, {
      ...{ id: sessionId, person, now, expiresAt: plusMs(now, sessionLimits[door].wholeMs) },
      ...{ sourceIp: input.sourceIp, userAgent: input.userAgent.slice(0, 400) },
    });
  });
  return { kind: "signed_in", sessionId };
}
