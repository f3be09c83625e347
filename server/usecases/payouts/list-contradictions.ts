import { listAlertsAbout } from "@/server/store/alerts";
import { listHeldPayments, listWaitingCorrections } from "@/server/store/corrections/corrections";
import type { Ctx } from "../ctx";

/** A payment that is held since bank and books contradict each other (D-75). */
export interface HeldPayment {
  readonly paymentCode: string;
  readonly heldSince: Date;
  /** The order at the bank; null where no attempt was captured. */
  readonly bankOrderId: string | null;
  /** What people were told of it, the first first. */
  readonly alerts: readonly { readonly kind: string; readonly detail: string }[];
}

/** The payments that are held, the longest first, and the corrections that wait for a second person; 100 of each. */
export async function listContradictions(ctx: Ctx) {
  const [payments, corrections] = await Promise.all([
    listHeldPayments(ctx.db, countMax),
    listWaitingCorrections(ctx.db, countMax),
  ]);
  const subjects = payments.flatMap(({ id, refunds }) => [id, ...refunds.map((refund) => refund.id)]);
  const alerts = await listAlertsAbout(ctx.db, subjects);
  const held = payments.map(({ id, heldSince, refunds, attempts }): HeldPayment => {
    const about = new Set([id, ...refunds.map((refund) => refund.id)]);
    return {
      paymentCode: id,
      heldSince: heldSince as Date,
      bankOrderId: attempts[0]?.bankOrderId ?? null,
      alerts: alerts.filter(({ subject }) => about.has(subject)),
    };
  });
  return { held, corrections };
}

const countMax = 100;
