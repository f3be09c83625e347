import { AppError } from "@/server/domain/errors";
import type { Caller } from "@/server/usecases/caller";
import type { Headers } from "../http/http";
import { ipGroup } from "../limits/ip-group";
import { type PolicyName, policyOf } from "../limits/rate-limit-policies";
import type { RateLimits, Standing } from "../limits/rate-limiter";

/** The budgets that one request draws on, in the order in which it meets them (D-7, D-8). */
export class Budgets {
  #tightest: Standing | null = null;

  constructor(
    private readonly limits: RateLimits,
    private readonly sourceIp: string,
  ) {}

  /** Counts the request. Throws rate_limited with the seconds until the window ends. */
  async take(name: PolicyName, caller?: Caller): Promise<void> {
    const { per, raisedBy } = policyOf(name);
    const subject = this.#subjectOf(per, caller);
    const standing = await this.limits.take(name, subject, raisedBy && caller?.rateLimits[raisedBy]);
    if (!this.#tightest || isTighter(standing, this.#tightest)) this.#tightest = standing;
    if (!standing.allowed) {
      throw new AppError("rate_limited", `Budget ${name}`, { retryAfterSeconds: standing.resetSeconds });
    }
  }

  /**
   * The platform's budget, then the address's own (D-7). What the second refuses is given back to the first:
   * otherwise one address could use up what all merchants share.
   */
  async takeTopLayer(): Promise<void> {
    await this.take("platform");
    try {
      await this.take("ip");
    } catch (refused) {
      await this.limits.giveBack("platform", "all");
      throw refused;
    }
  }

  /** `"payments-key";q=60;w=60` and `"payments-key";r=59;t=60` of the tightest budget (D-8). */
  headers(): Headers {
    const standing = this.#tightest;
    if (!standing) return {};
    const { policy, quota, windowSeconds, remaining, resetSeconds } = standing;
    return {
      "RateLimit-Policy": `"${policy}";q=${quota};w=${windowSeconds}`,
      RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
    };
  }

  #subjectOf(per: ReturnType<typeof policyOf>["per"], caller: Caller | undefined): string {
    if (per === "platform") return "all";
    if (per === "ip") return ipGroup(this.sourceIp);
    if (per === "key" && caller) return caller.keyId;
    if (per === "partner" && caller) return caller.partnerId;
    throw new RangeError(`A budget per ${per} is no budget of the merchant API`);
  }
}

/** Refused, then fewer requests left, then the longer wait. */
const isTighter = (a: Standing, b: Standing): boolean =>
  !a.allowed || a.remaining < b.remaining || (a.remaining === b.remaining && a.resetSeconds > b.resetSeconds);
