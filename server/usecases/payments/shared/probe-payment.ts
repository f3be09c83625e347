import { isSecretToken } from "@/server/domain/ids";
import { probeAccount, probeExpiry } from "@/server/domain/pages/probe";
import type { Ctx } from "@/server/usecases/ctx";
import type { HandoffView } from "./handoff-payment";

/** What a reference of the probe's payment opens (D-294). */
export interface ProbePayment {
  readonly view: HandoffView;
  readonly hasEnded: boolean;
}

/** Returns the payment of the probe; null for a reference that is not the probe's. */
export function findProbePayment(ctx: Ctx, paymentRef: string): ProbePayment | null {
  const now = ctx.clock.now();
  const secret = isSecretToken(paymentRef) ? ctx.pages.keys.findProbe(paymentRef, now) : null;
  if (secret !== "ref" && secret !== "ended-ref") return null;
  const hasEnded = secret === "ended-ref";
  const { merchantName, amountKurus } = probeAccount;
  const expiresAt = probeExpiry(now, hasEnded);
  return { view: { merchantName, amountKurus, installment: 1, expiresAt, backUrl: ctx.origins.pay }, hasEnded };
}
