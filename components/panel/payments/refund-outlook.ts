import type { RefundMethod } from "@/server/domain/refunds/refund-policy";
import type { Payment } from "./payment-type";

export interface RefundOutlook {
  /** What the automatic way will be, for all that is left. */
  readonly method: RefundMethod;
  /** The bank's day-end: until then it is a void. */
  readonly until: Date;
  /** Nothing can be given back after that. */
  readonly isVoidOnly: boolean;
  /** Whether a part can be refunded: now, from an instant on, or never. */
  readonly partial:
    | { readonly kind: "possible" }
    | { readonly kind: "from"; readonly at: Date }
    | { readonly kind: "never" };
}

/** What the automatic refund of a captured payment will be now (D-25), of what its record says is possible. */
export function outlookOf({ refundOptions, now }: Pick<Payment, "refundOptions" | "now">): RefundOutlook {
  if (!refundOptions) throw new TypeError("Nothing was captured");
  const { void: voiding, automaticPartialFrom } = refundOptions;
  return {
    method: voiding.available ? "void" : "credit",
    until: voiding.until,
    isVoidOnly: automaticPartialFrom === null,
    partial: partialOf(automaticPartialFrom, now),
  };
}

function partialOf(from: Date | null, now: Date): RefundOutlook["partial"] {
  if (from === null) return { kind: "never" };
  return from <= now ? { kind: "possible" } : { kind: "from", at: from };
}
