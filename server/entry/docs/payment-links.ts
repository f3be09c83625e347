import { getContext } from "@/server/context";
import { getPolicy } from "../limits/rate-limit-policies";

export interface LinkFacts {
  /** The address of the merchant API. */
  readonly apiOrigin: string;
  /** The address of the buyers' pages. */
  readonly payOrigin: string;
  readonly hasSandbox: boolean;
  /** The calls per minute, and the seconds after which a refused call may be repeated (§8.3). */
  readonly budgets: {
    readonly writes: number;
    readonly reads: number;
    readonly address: number;
    readonly retryAfterSeconds: number;
  };
}

/** Reads the facts of this installation that the guide to payment links shows. */
export function readLinkFacts(): LinkFacts {
  const { env } = getContext();
  return {
    apiOrigin: env.origins.api,
    payOrigin: env.origins.pay,
    hasSandbox: env.mode === "sandbox",
    budgets: {
      writes: getPolicy("links-write-key").quota,
      reads: getPolicy("links-read-key").quota,
      address: getPolicy("links-ip").quota,
      retryAfterSeconds: getPolicy("links-ip").windowSeconds,
    },
  };
}
