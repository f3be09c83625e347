import { type AppContext, getContext } from "@/server/context";
import { AppError } from "@/server/domain/errors";
import { tokenHash } from "@/server/domain/ids";
import { ipGroup } from "./ip-group";
import type { PolicyName } from "./rate-limit-policies";
import { createRateLimits, type RateLimits } from "./rate-limiter";

/** The counters of this process. The framework bundles this module a second time; both copies count together. */
export function rateLimits(): RateLimits {
  const shared = globalThis as { [limitsKey]?: RateLimits };
  shared[limitsKey] ??= createFor(getContext());
  return shared[limitsKey];
}

const createFor = ({ env, log }: AppContext): RateLimits =>
  createRateLimits({ redisUrl: env.redisUrl, multiplier: env.rateLimitMultiplier, log });

const limitsKey = Symbol.for("vezne.rateLimits");

/** One more handoff from this address (D-8). Throws rate_limited with the seconds to wait. */
export const takeHandoffBudget = (sourceIp: string): Promise<void> =>
  takeAddressBudget("handoff-ip", sourceIp);

/** One more return from a bank's page to this address. Throws rate_limited. */
export const takeCallbackBudget = (sourceIp: string): Promise<void> =>
  takeAddressBudget("callback-ip", sourceIp);

/** One more report of a broken policy from this address. Throws rate_limited. */
export const takeCspReportBudget = (sourceIp: string): Promise<void> =>
  takeAddressBudget("csp-report-ip", sourceIp);

/** One more look at an invitation from this address, or attempt to take one up. Throws rate_limited. */
export const takeInvitationBudget = (sourceIp: string): Promise<void> =>
  takeAddressBudget("invitation-ip", sourceIp);

/** What a link's pages may still ask for. */
export interface LinkBudget {
  /** Counts one more request. Throws rate_limited. */
  take(): Promise<void>;
  /** No link has this token: nothing is kept of it, so that made-up tokens do not fill the counters. */
  forget(): Promise<void>;
}

/** Submits of one link from one address (D-8). */
export const paySubmitBudget = (sourceIp: string, token: string): LinkBudget =>
  linkBudget("pay-submit", `${ipGroup(sourceIp)} ${subjectOf(token)}`);

/** Look-ups of cards on one link, from wherever (D-8). */
export const payBinBudget = (token: string): LinkBudget => linkBudget("pay-bin", subjectOf(token));

/** A link by its token, which stays out of the store of the counters. */
const subjectOf = (token: string): string => tokenHash(token).toString("base64url");

const linkBudget = (policy: "pay-submit" | "pay-bin", subject: string): LinkBudget => ({
  take: () => takeBudget(policy, subject),
  forget: () => rateLimits().forget(policy, subject),
});

type AddressPolicy = "handoff-ip" | "callback-ip" | "csp-report-ip" | "invitation-ip";

const takeAddressBudget = (policy: AddressPolicy, sourceIp: string): Promise<void> =>
  takeBudget(policy, ipGroup(sourceIp));

async function takeBudget(policy: PolicyName, subject: string): Promise<void> {
  const standing = await rateLimits().take(policy, subject);
  if (!standing.allowed) {
    throw new AppError("rate_limited", policy, { retryAfterSeconds: standing.resetSeconds });
  }
}
