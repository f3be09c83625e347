import { tokenHash } from "@/server/domain/ids";
import { normalizeEmail } from "@/server/domain/people/sign-in";
import type { Ctx } from "@/server/usecases/ctx";
import { type SignInInput, type SignInOutcome, signIn } from "@/server/usecases/people/sign-in";
import { ipGroup } from "../limits/ip-group";
import type { PolicyName } from "../limits/rate-limit-policies";
import type { RateLimits } from "../limits/rate-limiter";

export type SignInAttempt = SignInOutcome | { readonly kind: "rate_limited"; readonly retryAfterSeconds: number };

/**
 * Signs in, unless too many attempts failed: for this email address from this network, for this email address from
 * anywhere, or for any email address from this network (S11). An attempt is counted before it is checked, and taken out
 * of the count when it was right. Whether a user has the email address changes nothing about what is counted, answered
 * or queried. No user is locked out for longer than a window.
 */
export async function trySignIn(ctx: Ctx, limits: RateLimits, input: SignInInput): Promise<SignInAttempt> {
  const { byIp, byUserAndIp, byUser } = toBudgets(input);
  for (const [policy, subject] of [byIp, byUserAndIp, byUser]) {
    const { allowed, resetSeconds } = await limits.take(policy, subject);
    if (!allowed) return { kind: "rate_limited", retryAfterSeconds: resetSeconds };
  }
  const outcome = await signIn(ctx, {
    ...input,
    email: input.email.slice(0, readMax),
    password: input.password.slice(0, readMax),
  });
  if (outcome.kind === "signed_in" || outcome.kind === "code_needed") {
    await limits.giveBack(...byIp);
    await limits.giveBack(...byUser);
    // A right password without the code does not clear the count, or it would allow further guesses at the code.
    await (outcome.kind === "signed_in" ? limits.forget(...byUserAndIp) : limits.giveBack(...byUserAndIp));
  }
  if (outcome.kind === "code_wrong") {
    for (let more = 1; more < codeWeight; more += 1) await limits.take(...byUser);
  }
  return outcome;
}

/** The characters that are read of an email address or password. Valid ones are shorter. */
const readMax = 1024;

/**
 * How often a wrong code counts. A code has a million values and its guesser knows the password, so 50 / 5 an hour
 * suffice.
 */
const codeWeight = 5;

type Budget = readonly [policy: PolicyName, subject: string];

/**
 * Returns the budgets of an attempt. Email addresses are hashed, because they must not be in the store of the counters.
 */
function toBudgets({ door, email, sourceIp }: SignInInput) {
  const who = tokenHash(`${door} ${normalizeEmail(email)}`).toString("base64url");
  const from = ipGroup(sourceIp);
  return {
    byIp: ["sign-in-ip", from] as Budget,
    byUserAndIp: ["sign-in-user-ip", `${from} ${who}`] as Budget,
    byUser: ["sign-in-user", who] as Budget,
  };
}
