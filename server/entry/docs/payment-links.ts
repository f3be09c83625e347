import { getContext } from "@/server/context";
import { policyOf } from "../limits/rate-limit-policies";

export interface LinkFacts {
  /** The address of the merchant API. */
  readonly apiOrigin: string;
  /** The address under which buyers find links. */
  readonly payOrigin: string;
  readonly hasSandbox: boolean;
  /** Calls a minute, and the seconds after which a refused one may be repeated (§8.3). */
  readonly budgets: {
    readonly writes: number;
    readonly reads: number;
    readonly address: number;
    readonly retryAfterSeconds: number;
  };
}

/** What the guide to payment links says of this installation. */
export function readLinkFacts(): LinkFacts {
  const { env } = getContext();
  return {
    apiOrigin: env.origins.api,
    payOrigin: env.origins.pay,
    hasSandbox: env.mode === "sandbox",
    budgets: {
      writes: policyOf("links-write-key").quota,
      reads: policyOf("links-read-key").quota,
      address: policyOf("links-ip").quota,
      retryAfterSeconds: policyOf("links-ip").windowSeconds,
    },
  };
}
