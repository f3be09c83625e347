import { getContext } from "@/server/context";
import { policyOf } from "../limits/rate-limit-policies";

export interface RefundFacts {
  /** The address of the merchant API. */
  readonly apiOrigin: string;
  readonly hasSandbox: boolean;
  /** Refunds that one key may begin in a minute (D-8). */
  readonly startsPerMinute: number;
}

/** What the guide to refunds says of this installation. */
export function readRefundFacts(): RefundFacts {
  const { env } = getContext();
  return {
    apiOrigin: env.origins.api,
    hasSandbox: env.mode === "sandbox",
    startsPerMinute: policyOf("refunds-key").quota,
  };
}
