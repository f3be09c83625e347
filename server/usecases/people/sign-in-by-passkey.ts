import { AppError } from "@/server/domain/errors";
import { findPerson } from "@/server/store/people/people";
import type { Ctx } from "../ctx";
import { beginSession, type SessionStart } from "./shared/begin-session";
import { verifySignature } from "./shared/passkeys";
import type { ShownPasskey } from "./sign-in";

export interface SignInByPasskeyInput extends SessionStart {
  readonly passkey: ShownPasskey;
}

/**
 * Begins a session by a passkey alone, without an address or a password: the person has the authenticator, which has
 * verified them by a PIN, a finger or a face (D-315). Throws validation_error where the passkey is refused.
 */
export async function signInByPasskey(
  ctx: Ctx,
  { passkey, ...start }: SignInByPasskeyInput,
): Promise<{ readonly sessionId: string; readonly email: string }> {
  const use = { purpose: "sign_in", holder: passkey.holder } as const;
  const verified = await verifySignature(ctx, start.door, use, passkey.response);
  const user = await findPerson(ctx.db, verified.passkey.person);
  if (!user) throw new AppError("validation_error", "The person was removed");
  const begun = await beginSession(ctx, start, user, { passkey: verified });
  if (begun.kind !== "signed_in") throw new AppError("validation_error", `The sign-in is ${begun.kind}`);
  return { sessionId: begun.sessionId, email: user.email };
}
