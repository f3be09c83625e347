import { getContext } from "@/server/context";
import { getPolicy } from "../limits/rate-limit-policies";

export interface RefundFacts {
  /** The address of the merchant API. */
  readonly apiOrigin: string;
  readonly hasSandbox: boolean;
  /** The refunds that one key may start per minute (D-8). */
  readonly startsPerMinute: number;
}

/** Reads the facts of this installation that the guide to refunds shows. */
export function readRefundFacts(): RefundFacts {
  const { env } = getContext();
  return {
    apiOrigin: env.origins.api,
    hasSandbox: env.mode === "sandbox",
    startsPerMinute: getPolicy("refunds-key").quota,
  };
}
