import { type AppContext, getContext } from "@/server/context";
import { AppError } from "@/server/domain/errors";
import { tokenHash } from "@/server/domain/ids";
import { ipGroup } from "@/server/domain/web/ip-group";
import { connectToRedis, type RedisConnection } from "@/server/health/redis";
import { processGlobal } from "@/server/process-global";
import type { PolicyName } from "./rate-limit-policies";
import { createRateLimits, type RateLimits } from "./rate-limiter";

/**
 * Returns the counters of this process. The framework bundles this module a second time, so the global object holds
 * them and both copies count together.
 */
export function rateLimits(): RateLimits {
  const shared = processGlobal<RateLimits>("rateLimits");
  shared.value ??= createForContext(getContext());
  return shared.value;
}

const createForContext = (ctx: AppContext): RateLimits =>
  createRateLimits({
    redis: getRedis(ctx),
    multiplier: ctx.env.rateLimitMultiplier,
    onRefused: (policy) => ctx.telemetry.budgetRefused(policy),
  });

/** Returns this process's connection to Redis; undefined without `REDIS_URL`. */
function getRedis({ env, log, telemetry }: AppContext): RedisConnection | undefined {
  const { redisUrl } = env;
  if (redisUrl === undefined) return undefined;
  const connection = processGlobal<RedisConnection>("redis");
  connection.value ??= connectToRedis(redisUrl, { log, onFailed: () => telemetry.redisFailed() });
  return connection.value;
}

/**
 * Waits until Redis answers, where the environment names one, so that no limit is counted before. Throws an Error with
 * a plain sentence when it does not (D-333).
 */
export const assertRedisAnswers = async (ctx: AppContext): Promise<void> => getRedis(ctx)?.ready();

/** Whether Redis answers, within half a second; null without `REDIS_URL`. */
export const isRedisAnswering = async (ctx: AppContext): Promise<boolean | null> =>
  (await getRedis(ctx)?.isAnswering()) ?? null;

/** Counts one handoff from this address (D-8). Throws rate_limited with the seconds to wait. */
export const takeHandoffBudget = (sourceIp: string): Promise<void> => takeAddressBudget("handoff-ip", sourceIp);

/** Counts one return from a bank's page by this address. Throws rate_limited. */
export const takeCallbackBudget = (sourceIp: string): Promise<void> => takeAddressBudget("callback-ip", sourceIp);

/** Counts one report of a violated policy from this address. Throws rate_limited. */
export const takeCspReportBudget = (sourceIp: string): Promise<void> => takeAddressBudget("csp-report-ip", sourceIp);

/** Counts one look at an invitation, or one attempt to accept it, from this address. Throws rate_limited. */
export const takeInvitationBudget = (sourceIp: string): Promise<void> => takeAddressBudget("invitation-ip", sourceIp);

/**
 * Counts one request for a new password by this address of the network, and for this e-mail address, also where no user
 * has it. Throws rate_limited.
 */
export async function takeForgottenBudget(sourceIp: string, who: string): Promise<void> {
  await takeAddressBudget("forgotten-ip", sourceIp);
  await takeBudget("forgotten-user", toSubject(who));
}

/**
 * Counts one request for a link with which a browser becomes a known one, as `takeForgottenBudget` does. The budgets of
 * an e-mail address are separate, so that a stranger who exhausts one leaves the other. Throws rate_limited.
 */
export async function takeDeviceLinkBudget(sourceIp: string, who: string): Promise<void> {
  await takeAddressBudget("forgotten-ip", sourceIp);
  await takeBudget("device-link-user", toSubject(who));
}

/** A budget for the requests of a link's pages. */
export interface LinkBudget {
  /** Counts one request. Throws rate_limited. */
  take(): Promise<void>;
  /** Deletes the count when no link has the token, so invented tokens do not fill the store. */
  forget(): Promise<void>;
}

/** Returns the budget of submits of one link from one address (D-8). */
export const paySubmitBudget = (sourceIp: string, token: string): LinkBudget =>
  linkBudget("pay-submit", `${ipGroup(sourceIp)} ${toSubject(token)}`);

/** Returns the budget of card look-ups on one link, from all addresses together (D-8). */
export const payBinBudget = (token: string): LinkBudget => linkBudget("pay-bin", toSubject(token));

/** Hashes a link's token or an e-mail address, which must not be in the store of the counters. */
const toSubject = (token: string): string => tokenHash(token).toString("base64url");

const linkBudget = (policy: "pay-submit" | "pay-bin", subject: string): LinkBudget => ({
  take: () => takeBudget(policy, subject),
  forget: () => rateLimits().forget(policy, subject),
});

type AddressPolicy = "handoff-ip" | "callback-ip" | "csp-report-ip" | "invitation-ip" | "forgotten-ip";

const takeAddressBudget = (policy: AddressPolicy, sourceIp: string): Promise<void> =>
  takeBudget(policy, ipGroup(sourceIp));

async function takeBudget(policy: PolicyName, subject: string): Promise<void> {
  const usage = await rateLimits().take(policy, subject);
  if (!usage.allowed) {
    throw new AppError("rate_limited", policy, { retryAfterSeconds: usage.resetSeconds });
  }
}
