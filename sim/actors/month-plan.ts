import type { Merchant } from "../world/accounts";
import type { Draws } from "../world/draws";
import { closeTheMonth, pauseToMonthEnd } from "./bookkeeper";
import type { PaymentDeal } from "./deal";
import { drawOrder, drawTerms } from "./deal-draws";
import { createPayment, refundPayment } from "./merchant-server";
import { type Part, type Plan, part, waitUntil } from "./part";
import { payByHandoff } from "./payment-buyer";

/** How far from the end of the month its last refunds are asked for, ms. */
const [beforeMs, afterMs] = [1_500, 200];

/**
 * Draws a simulation in which a month ends: one or two payments, whose refunds are asked for while the month ends and
 * is closed. The troubles begin when the payments are made.
 */
export function drawMonthPlan(draws: Draws, merchants: readonly Merchant[]): Plan {
  const terms = drawTerms(draws, merchants);
  const payments: PaymentDeal[] = [];
  const parts: Part[] = [part("bookkeeper", (person) => closeTheMonth(person, terms.merchant.partnerId))];
  const count = draws.between(1, 2);
  for (let number = 1; number <= count; number += 1) {
    const deal = drawOrder(draws, terms, number);
    payments.push(deal);
    parts.push(part(`shop${number}`, (person) => createPayment(person, deal)));
    parts.push(
      part(`buyer${number}`, async (person) => {
        await waitUntil(person, () => deal.payment !== null);
        await payByHandoff(person, deal);
        person.world.beginTroubles();
      }),
    );
    const refunds = draws.between(1, 3);
    for (let refund = 1; refund <= refunds; refund += 1) {
      const code = `refund-${number}-${refund}`;
      parts.push(
        part(code, async (person) => {
          await pauseToMonthEnd(person, beforeMs, afterMs);
          await refundPayment(person, deal, code);
        }),
      );
    }
  }
  return { payments, links: [], parts, startsCalm: true, endsMonth: true };
}
