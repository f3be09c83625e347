import { tokenHash } from "@/server/domain/ids";
import { normalizeEmail } from "@/server/domain/people/sign-in";
import { ipGroup } from "@/server/domain/web/ip-group";
import type { Ctx } from "@/server/usecases/ctx";
import { type SignInInput, type SignInOutcome, signIn } from "@/server/usecases/people/sign-in";
import type { PolicyName } from "../limits/rate-limit-policies";
import type { RateLimits } from "../limits/rate-limiter";

export type SignInAttempt =
  | SignInOutcome
  | { readonly kind: "rate_limited"; readonly retryAfterSeconds: number }
  /** Too many unknown browsers failed; a mailed link makes this browser a known one. */
  | { readonly kind: "device_needed" };

/**
 * Signs in, unless too many attempts failed (S11, D-310). A known device has a budget of its own, which only its owner
 * can use up. Every other browser counts for this e-mail address from this network, for any e-mail address from this
 * network, and with all unknown browsers together for this e-mail address. An attempt is counted before it is checked,
 * and taken out of the count when it was right. Whether a user has the e-mail address changes nothing about what is
 * counted, answered or queried.
 * @param deviceId the id of the device where the browser has signed in with this address before; null otherwise
 */
export async function trySignIn(
  ctx: Ctx,
  limits: RateLimits,
  input: SignInInput,
  deviceId: string | null,
): Promise<SignInAttempt> {
  const budgets = toBudgets(input, deviceId);
  const taken = await takeBudgets(limits, budgets);
  if (taken.refusal) return taken.refusal;
  const outcome = await signIn(ctx, {
    ...input,
    email: input.email.slice(0, readMax),
    password: input.password.slice(0, readMax),
  });
  await settle(limits, budgets, taken.isKnown, outcome);
  return outcome;
}

interface Taken {
  /** Whether the budget of the known device was taken instead of those of unknown browsers. */
  readonly isKnown: boolean;
  readonly refusal: SignInAttempt | null;
}

/** Takes the budget of the known device; where there is none or it is used up, those of unknown browsers. */
async function takeBudgets(limits: RateLimits, { device, byIp, byUserAndIp, byUser }: Budgets): Promise<Taken> {
  if (device && (await limits.take(...device)).allowed) return { isKnown: true, refusal: null };
  for (const [policy, subject] of [byIp, byUserAndIp]) {
    const { allowed, resetSeconds } = await limits.take(policy, subject);
    if (!allowed) return { isKnown: false, refusal: { kind: "rate_limited", retryAfterSeconds: resetSeconds } };
  }
  const { allowed } = await limits.take(...byUser);
  return { isKnown: false, refusal: allowed ? null : { kind: "device_needed" } };
}

/** Takes a right attempt out of the count, and counts a wrong code more than once. */
async function settle(limits: RateLimits, budgets: Budgets, isKnown: boolean, { kind }: SignInOutcome): Promise<void> {
  const { device, byIp, byUserAndIp, byUser } = budgets;
  const isRight = kind === "signed_in" || kind === "code_needed" || kind === "passkey_needed";
  // A right password without the code does not clear the count, or it would allow further guesses at the code.
  const clear = (budget: Budget) => (kind === "signed_in" ? limits.forget(...budget) : limits.giveBack(...budget));
  if (isKnown) {
    if (isRight && device) await clear(device);
    return;
  }
  if (isRight) {
    await limits.giveBack(...byIp);
    await limits.giveBack(...byUser);
    await clear(byUserAndIp);
  }
  if (kind === "code_wrong") {
    for (let more = 1; more < codeWeight; more += 1) await limits.take(...byUser);
  }
}

/** The characters that are read of an email address or password. Valid ones are shorter. */
const readMax = 1024;

/**
 * How often a wrong code of an unknown browser counts. A code has a million values and its guesser knows the password,
 * so 100 / 10 a day suffice.
 */
const codeWeight = 10;

type Budget = readonly [policy: PolicyName, subject: string];

interface Budgets {
  readonly device: Budget | null;
  readonly byIp: Budget;
  readonly byUserAndIp: Budget;
  readonly byUser: Budget;
}

/**
 * Returns the budgets of an attempt. Email addresses are hashed, because they must not be in the store of the counters.
 */
function toBudgets({ door, email, sourceIp }: SignInInput, deviceId: string | null): Budgets {
  const who = tokenHash(`${door} ${normalizeEmail(email)}`).toString("base64url");
  const from = ipGroup(sourceIp);
  return {
    device: deviceId === null ? null : ["sign-in-device", `${who} ${deviceId}`],
    byIp: ["sign-in-ip", from],
    byUserAndIp: ["sign-in-user-ip", `${from} ${who}`],
    byUser: ["sign-in-user", who],
  };
}
