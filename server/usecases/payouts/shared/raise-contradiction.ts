import { type NewAlert, raiseAlert } from "@/server/store/alerts";
import { setHeldSince } from "@/server/store/corrections/corrections";
import type { Tx } from "@/server/store/db";
import type { Ctx } from "@/server/usecases/ctx";

export interface Contradiction {
  readonly kind: Extract<
    NewAlert["kind"],
    "refund_without_record" | "capture_without_record" | "late_approval" | "settlement_missing"
  >;
  /** The payment code or refund id that the alert is about. There is one alert per kind and subject. */
  readonly subject: string;
  readonly detail: string;
  /** The payment about which bank and books contradict each other. */
  readonly paymentCode: string;
}

/**
 * Raises an alert that bank and books contradict each other about a payment, and holds the payment in the same
 * transaction: its refunds and its payout wait for an approved correction (D-75, D-163). The caller holds the payment's
 * lock.
 */
export async function raiseContradiction(
  ctx: Ctx,
  tx: Tx,
  { kind, subject, detail, paymentCode }: Contradiction,
): Promise<void> {
  const now = ctx.clock.now();
  ctx.log.error({ alert: kind, paymentCode, subject }, detail);
  await raiseAlert(tx, { kind, subject, detail }, now);
  await setHeldSince(tx, paymentCode, now);
}
