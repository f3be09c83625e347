import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { AppError } from "@/server/domain/errors";
import { passkeySignature } from "@/server/domain/people/passkey-inputs";
import { ipGroup } from "@/server/domain/web/ip-group";
import type { Ctx } from "@/server/usecases/ctx";
import type { ShownPasskey } from "@/server/usecases/people/sign-in";
import { type SignInByPasskeyInput, signInByPasskey } from "@/server/usecases/people/sign-in-by-passkey";
import type { RateLimits } from "../limits/rate-limiter";

export type PasskeyAttempt =
  | { readonly kind: "signed_in"; readonly sessionId: string; readonly email: string }
  | { readonly kind: "passkey_refused" }
  | { readonly kind: "rate_limited"; readonly retryAfterSeconds: number };

/**
 * Signs in by a passkey alone. Signatures cannot be guessed, so an attempt counts only for the network, whose limit
 * keeps the work small (S11).
 */
export async function tryPasskey(ctx: Ctx, limits: RateLimits, input: SignInByPasskeyInput): Promise<PasskeyAttempt> {
  const budget = ["sign-in-ip", ipGroup(input.sourceIp)] as const;
  const { allowed, resetSeconds } = await limits.take(...budget);
  if (!allowed) return { kind: "rate_limited", retryAfterSeconds: resetSeconds };
  try {
    const begun = await signInByPasskey(ctx, input);
    await limits.giveBack(...budget);
    return { kind: "signed_in", ...begun };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.info({ why: error.message }, "A passkey was refused at the sign-in");
    return { kind: "passkey_refused" };
  }
}

/** Reads the signature of a sign-in form; null where there is none, where it is malformed, or without the cookie. */
export function readShownPasskey(text: string, holder: string | null): ShownPasskey | null {
  if (text === "" || holder === null) return null;
  try {
    return { holder, response: passkeySignature.parse(JSON.parse(text)) as AuthenticationResponseJSON };
  } catch {
    return null;
  }
}
