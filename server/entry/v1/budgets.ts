import { AppError } from "@/server/domain/errors";
import { ipGroup } from "@/server/domain/web/ip-group";
import type { Caller } from "@/server/usecases/caller";
import type { AnswerHeaders } from "../http/json-answer";
import { getPolicy, type PolicyName } from "../limits/rate-limit-policies";
import type { BudgetUsage, RateLimits } from "../limits/rate-limiter";

/** Counts one request against its budgets in the order of the checks (D-7, D-8), and remembers the tightest of them. */
export class Budgets {
  #tightest: BudgetUsage | null = null;

  constructor(
    private readonly limits: RateLimits,
    private readonly sourceIp: string,
  ) {}

  /** Counts the request. Throws rate_limited with the seconds until the window ends. */
  async take(name: PolicyName, caller?: Caller): Promise<void> {
    const { per, raisedBy } = getPolicy(name);
    const subject = this.#toSubject(per, caller);
    const usage = await this.limits.take(name, subject, raisedBy && caller?.rateLimits[raisedBy]);
    if (!this.#tightest || isTighter(usage, this.#tightest)) this.#tightest = usage;
    if (!usage.allowed) {
      throw new AppError("rate_limited", `Budget ${name}`, { retryAfterSeconds: usage.resetSeconds });
    }
  }

  /**
   * Takes from the platform's budget, then from the address's own (D-7). A request that the second refuses is given
   * back to the first; otherwise one address could use up the budget that all merchants share.
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

  /**
   * Returns the headers of the tightest budget (D-8), such as `"payments-key";q=60;w=60` and
   * `"payments-key";r=59;t=60`.
   */
  headers(): AnswerHeaders {
    const usage = this.#tightest;
    if (!usage) return {};
    const { policy, quota, windowSeconds, remaining, resetSeconds } = usage;
    return {
      "RateLimit-Policy": `"${policy}";q=${quota};w=${windowSeconds}`,
      RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
    };
  }

  #toSubject(per: ReturnType<typeof getPolicy>["per"], caller: Caller | undefined): string {
    if (per === "platform") return "all";
    if (per === "ip") return ipGroup(this.sourceIp);
    if (per === "key" && caller) return caller.keyId;
    if (per === "partner" && caller) return caller.partnerId;
    throw new RangeError(`A budget per ${per} is no budget of the merchant API`);
  }
}

/** Orders budgets: a refused one first, then the one with fewer requests left, then the one with the longer wait. */
const isTighter = (a: BudgetUsage, b: BudgetUsage): boolean =>
  !a.allowed || a.remaining < b.remaining || (a.remaining === b.remaining && a.resetSeconds > b.resetSeconds);
