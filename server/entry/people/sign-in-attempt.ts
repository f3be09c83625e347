import { tokenHash } from "@/server/domain/ids";
import { normalEmail } from "@/server/domain/people/sign-in";
import type { Ctx } from "@/server/usecases/ctx";
import { type SignInInput, type SignInOutcome, signIn } from "@/server/usecases/people/sign-in";
import { ipGroup } from "../limits/ip-group";
import type { PolicyName } from "../limits/rate-limit-policies";
import type { RateLimits } from "../limits/rate-limiter";

export type SignInAttempt =
  | SignInOutcome
  | { readonly kind: "rate_limited"; readonly retryAfterSeconds: number };

/**
 * Signs in, unless there were too many wrong attempts: by this address here, by this address anywhere, or from here at all
 * (S11). An attempt is counted before it is looked at and taken out again when it was right; whether anybody has the address
 * changes nothing about what is counted, answered or asked. Nobody is locked out for longer than a window.
 */
export async function trySignIn(ctx: Ctx, limits: RateLimits, input: SignInInput): Promise<SignInAttempt> {
  const { byIp, byUserAndIp, byUser } = budgetsOf(input);
  for (const [policy, subject] of [byIp, byUserAndIp, byUser]) {
    const { allowed, resetSeconds } = await limits.take(policy, subject);
    if (!allowed) return { kind: "rate_limited", retryAfterSeconds: resetSeconds };
  }
  const outcome = await signIn(ctx, {
    ...input,
    email: input.email.slice(0, longest),
    password: input.password.slice(0, longest),
  });
  if (outcome.kind === "signed_in" || outcome.kind === "code_needed") {
    await limits.giveBack(...byIp);
    await limits.giveBack(...byUser);
    // Who only knows the password gets no further guesses at the code by giving it again.
    await (outcome.kind === "signed_in" ? limits.forget(...byUserAndIp) : limits.giveBack(...byUserAndIp));
  }
  if (outcome.kind === "code_wrong") {
    for (let more = 1; more < codeWeight; more += 1) await limits.take(...byUser);
  }
  return outcome;
}

/** More than any address or password that we take has; the rest of a longer one is not read. */
const longest = 1024;

/** A code has a million values, and whoever guesses at one has the password already: ten an hour are enough. */
const codeWeight = 5;

type Budget = readonly [policy: PolicyName, subject: string];

/** Addresses stay out of the counters' store. */
function budgetsOf({ door, email, sourceIp }: SignInInput) {
  const who = tokenHash(`${door} ${normalEmail(email)}`).toString("base64url");
  const from = ipGroup(sourceIp);
  return {
    byIp: ["sign-in-ip", from] as Budget,
    byUserAndIp: ["sign-in-user-ip", `${from} ${who}`] as Budget,
    byUser: ["sign-in-user", who] as Budget,
  };
}
