import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { AppError } from "@/server/domain/errors";
import { isEmailAddress, normalizeEmail } from "@/server/domain/people/sign-in";
import { findPersonByEmail, type PersonRow } from "@/server/store/people/people";
import type { Ctx } from "../ctx";
import { auditSelf } from "./shared/audit-self";
import { beginSession, type SessionStart, type ShownFactor } from "./shared/begin-session";
import { recordFailedSignIn } from "./shared/failed-sign-ins";
import { verifySignature } from "./shared/passkeys";
import { isPasswordCorrect } from "./shared/password";
import { isAppAsked, isFactorNeeded } from "./shared/second-factor";

/** The signature of a passkey in a browser that is signing in. */
export interface ShownPasskey {
  readonly response: AuthenticationResponseJSON;
  /** The secret of the browser's cookie, to which the challenge is bound. */
  readonly holder: string;
}

export interface SignInInput extends SessionStart {
  readonly email: string;
  readonly password: string;
  /** The code of the authenticator app, or a recovery code; empty where none was given. */
  readonly code: string;
  /** A passkey in place of the code; null where none was given. */
  readonly passkey: ShownPasskey | null;
  /** The mark under which refused sign-ins with the address are counted. */
  readonly addressMark: string;
}

/**
 * `wrong` does not reveal whether the address is known. `code_needed` (an app, a passkey or a recovery code),
 * `passkey_needed` (a passkey or a recovery code) and `code_wrong` are returned only after the right password.
 */
export type SignInOutcome =
  | { readonly kind: "wrong" | "code_needed" | "passkey_needed" | "code_wrong" }
  | { readonly kind: "signed_in"; readonly sessionId: string };

/**
 * Begins a session after an address, its password and a second factor where one is active were shown (S11, S12).
 * Instants are real time (D-47). The caller limits the number of guesses.
 */
export async function signIn(ctx: Ctx, input: SignInInput): Promise<SignInOutcome> {
  const email = normalizeEmail(input.email);
  const user = isEmailAddress(email) ? await findPersonByEmail(ctx.db, input.door, email) : null;
  const isRight = await isPasswordCorrect(user?.passwordHash ?? null, input.password);
  if (!user) {
    ctx.background(recordFailedSignIn(ctx, input, null));
    return { kind: "wrong" };
  }
  if (!isRight) return refuse(ctx, input, user, "wrong");
  const isNeeded = isFactorNeeded(user);
  if (isNeeded && input.code.trim() === "" && !input.passkey) {
    return { kind: isAppAsked(user) ? "code_needed" : "passkey_needed" };
  }
  const shown = isNeeded ? await readFactor(ctx, input, user) : "none";
  if (shown === null) return refuse(ctx, input, user, "code_wrong");
  const begun = await beginSession(ctx, input, user, shown);
  return begun.kind === "signed_in" ? begun : refuse(ctx, input, user, begun.kind);
}

/** Returns the factor that was given; null where the passkey is refused or is another person's. */
async function readFactor(
  ctx: Ctx,
  { door, code, passkey }: SignInInput,
  user: PersonRow,
): Promise<ShownFactor | null> {
  if (!passkey) return { code };
  const use = { purpose: "sign_in", holder: passkey.holder } as const;
  const verified = await verifySignature(ctx, door, use, passkey.response).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  return verified?.passkey.person.userId === user.id ? { passkey: verified } : null;
}

/**
 * Records a refusal in the background, so that the response time does not reveal whether the address is known (ASVS
 * 6.3.8).
 */
function refuse<K extends "wrong" | "code_wrong">(ctx: Ctx, input: SignInInput, user: PersonRow, kind: K): { kind: K } {
  const { door, sourceIp } = input;
  const detail = { what: kind === "wrong" ? "password" : "code" };
  ctx.background(auditSelf(ctx, door, user, { action: "self.signIn", code: "unauthorized", detail, sourceIp }));
  ctx.background(recordFailedSignIn(ctx, input, user));
  return { kind };
}
