import type { Merchant } from "../world/accounts";
import type { Draws } from "../world/draws";
import type { PaymentDeal } from "./deal";
import { drawOrder, drawTerms } from "./deal-draws";
import { createPayment, refundPayment } from "./merchant-server";
import { type Part, type Plan, part, waitUntil } from "./part";
import { payByHandoff } from "./payment-buyer";
import type { Person } from "./person";
import { inquireOften, reconcile, settleByHand } from "./staff";

/**
 * Draws who refunds one payment. The troubles begin when it is paid, because most payments that meet them before are
 * never captured, and so show nothing about refunds.
 */
export function drawRefundPlan(draws: Draws, merchants: readonly Merchant[]): Plan {
  const deal = drawOrder(draws, drawTerms(draws, merchants), 1);
  const parts = [
    part("shop1", (person) => createPayment(person, deal)),
    part("buyer1.1", async (person) => {
      await waitUntil(person, () => deal.payment !== null);
      for (let tries = 1; tries <= 3 && !isPaid(deal); tries += 1) await payByHandoff(person, deal);
      person.world.beginTroubles();
    }),
  ];
  const refunds = draws.between(2, 4);
  for (let refund = 1; refund <= refunds; refund += 1) parts.push(drawRefundPart(draws, deal, refund));
  if (draws.chance(0.5)) parts.push(part("staff", afterPaid(deal, inquireOften)));
  if (draws.chance(0.2)) parts.push(part("decider", afterPaid(deal, settleByHand)));
  if (draws.chance(0.2))
    parts.push(
      part(
        "auditor",
        afterPaid(deal, (person) => reconcile(person, deal.terminal)),
      ),
    );
  return { payments: [deal], links: [], parts, startsCalm: true };
}

const isPaid = ({ promised }: PaymentDeal): boolean => promised.some(({ result }) => result === "success");

const afterPaid =
  (deal: PaymentDeal, act: (person: Person) => Promise<void>) =>
  async (person: Person): Promise<void> => {
    await waitUntil(person, () => isPaid(deal), 20, 60_000);
    await act(person);
  };

/** The part of a server that refunds a part or the whole, perhaps under two codes at the same instant. */
function drawRefundPart(draws: Draws, deal: PaymentDeal, number: number): Part {
  const afterMs = draws.pick([1_000, 60_000, 600_000, 60_000_000]);
  const codes = draws.chance(0.25) ? [`refund-${number}`, `refund-${number}b`] : [`refund-${number}`];
  const refund = async (person: Person): Promise<void> => {
    await person.pause(0, afterMs);
    await Promise.all(codes.map((code) => refundPayment(person.besides(code), deal, code)));
  };
  return part(`refund1.${number}`, afterPaid(deal, refund));
}
