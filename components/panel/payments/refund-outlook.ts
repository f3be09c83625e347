import type { RefundMethod } from "@/server/domain/refunds/refund-policy";
import type { Payment } from "./payment-types";

export interface RefundOutlook {
  /** The method that `auto` chooses now for the whole remaining amount. */
  readonly method: RefundMethod;
  /** The bank's day-end. A refund before it is a void. */
  readonly until: Date;
  /** True when nothing can be refunded after `until`. */
  readonly isVoidOnly: boolean;
  /** Whether a partial refund is possible: now, from an instant on, or never. */
  readonly partial:
    | { readonly kind: "possible" }
    | { readonly kind: "from"; readonly at: Date }
    | { readonly kind: "never" };
}

/**
 * Derives from the payment's refund options what an automatic refund would do now (D-25).
 * Throws TypeError for a payment that was not captured.
 */
export function findRefundOutlook({ refundOptions, now }: Pick<Payment, "refundOptions" | "now">): RefundOutlook {
  if (!refundOptions) throw new TypeError("Nothing was captured");
  const { void: voiding, automaticPartialFrom } = refundOptions;
  return {
    method: voiding.available ? "void" : "credit",
    until: voiding.until,
    isVoidOnly: automaticPartialFrom === null,
    partial: findPartial(automaticPartialFrom, now),
  };
}

function findPartial(from: Date | null, now: Date): RefundOutlook["partial"] {
  if (from === null) return { kind: "never" };
  return from <= now ? { kind: "possible" } : { kind: "from", at: from };
}
