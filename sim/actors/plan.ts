import type { Merchant } from "../world/accounts";
import type { Draws } from "../world/draws";
import { drawBankDayPlan } from "./bank-day-plan";
import type { LinkDeal, PaymentDeal } from "./deal";
import { drawLimited, drawOrder, drawTerms } from "./deal-draws";
import { payLink } from "./link-buyer";
import {
  cancelLink,
  createLink,
  createPayment,
  misuseCode,
  refundPayment,
  watchLink,
  watchPayment,
} from "./merchant-server";
import { drawMonthPlan } from "./month-plan";
import { type Part, type Plan, part, waitUntil } from "./part";
import { payByHandoff } from "./payment-buyer";
import type { Person } from "./person";
import { drawRefundPlan } from "./refund-plan";
import { inquireOften, reconcile, settleByHand } from "./staff";
import { pauseToCollection, payOut } from "./treasury";

/** Draws who does what in a simulation: much about the refunds of one payment, or one to three deals. */
export function drawPlan(draws: Draws, merchants: readonly Merchant[]): Plan {
  // Streams of their own leave what the other simulations draw as it is.
  const month = draws.of("month");
  if (month.chance(0.15)) return drawMonthPlan(month, merchants);
  const bankDays = draws.of("bank days");
  if (bankDays.chance(0.12)) return drawBankDayPlan(bankDays, merchants);
  const plan = draws.chance(0.25) ? drawRefundPlan(draws, merchants) : drawDeals(draws, merchants);
  return draws.chance(0.3) ? { ...plan, parts: [...plan.parts, ...drawPayoutParts(draws, plan)] } : plan;
}

/** Draws who pays out, and who refunds just when what was captured is collected. */
function drawPayoutParts(draws: Draws, { payments }: Plan): Part[] {
  const parts = [part("treasury", payOut)];
  for (const [index, deal] of payments.entries()) {
    if (draws.chance(0.4)) continue;
    const code = `refund-late-${index + 1}`;
    parts.push(
      part(code, async (person) => {
        await pauseToCollection(person);
        await refundPayment(person, deal, code);
      }),
    );
  }
  return parts;
}

/** Draws one to three deals, with several people around each. */
function drawDeals(draws: Draws, merchants: readonly Merchant[]): Plan {
  const payments: PaymentDeal[] = [];
  const links: LinkDeal[] = [];
  const parts: Part[] = [];
  const deals = draws.pick([1, 1, 1, 1, 1, 1, 1, 2, 3]);
  const shared = deals > 1 && draws.chance(0.3) ? drawLimited(draws, merchants) : null;
  for (let number = 1; number <= deals; number += 1) {
    const terms = shared ?? drawTerms(draws, merchants);
    if (draws.chance(0.6)) {
      const deal = drawOrder(draws, terms, number);
      payments.push(deal);
      parts.push(...drawPaymentParts(draws, deal, number));
    } else {
      const redirectUrl = draws.pick([null, "https://shop.test/thanks"]);
      const deal: LinkDeal = { ...terms, redirectUrl, link: null, promised: [] };
      links.push(deal);
      parts.push(...drawLinkParts(draws, deal, number));
    }
  }
  if (draws.chance(0.4)) parts.push(part("staff", inquireOften));
  if (draws.chance(0.25)) parts.push(part("decider", settleByHand));
  const [deal = null] = [...payments, ...links];
  if (deal && draws.chance(0.15)) parts.push(part("auditor", (person) => reconcile(person, deal.terminal)));
  return { payments, links, parts, startsCalm: false };
}

function drawPaymentParts(draws: Draws, deal: PaymentDeal, number: number): Part[] {
  const buyers = draws.weighted({ "0": 1, "1": 6, "2": 3 });
  const refunds = draws.weighted({ "0": 4, "1": 3, "2": 2, "3": 1 });
  const until = (person: Person): Promise<void> => waitUntil(person, () => deal.payment !== null);
  const parts = [part(`shop${number}`, (person) => createPayment(person, deal))];
  if (draws.chance(0.3)) parts.push(part(`shop${number}b`, (person) => createPayment(person, deal)));
  if (draws.chance(0.2)) parts.push(part(`shop${number}c`, (person) => misuseCode(person, deal)));
  const looks = draws.between(0, 2);
  if (looks > 0) parts.push(part(`watch${number}`, (person) => watchPayment(person, deal, looks)));
  for (let buyer = 1; buyer <= Number(buyers); buyer += 1) {
    parts.push(
      part(`buyer${number}.${buyer}`, async (person) => {
        await until(person);
        await payByHandoff(person, deal);
      }),
    );
  }
  for (let refund = 1; refund <= Number(refunds); refund += 1) {
    const afterMs = draws.pick([20_000, 200_000, 2_000_000, 60_000_000]);
    parts.push(
      part(`refund${number}.${refund}`, async (person) => {
        await until(person);
        await person.pause(1_000, afterMs);
        await refundPayment(person, deal, `refund-${number}-${refund}`);
      }),
    );
  }
  return parts;
}

function drawLinkParts(draws: Draws, deal: LinkDeal, number: number): Part[] {
  const until = (person: Person): Promise<void> => waitUntil(person, () => deal.link !== null);
  const parts = [part(`shop${number}`, (person) => createLink(person, deal))];
  const buyers = draws.weighted({ "1": 5, "2": 4, "3": 1 });
  for (let buyer = 1; buyer <= Number(buyers); buyer += 1) {
    parts.push(
      part(`buyer${number}.${buyer}`, async (person) => {
        await until(person);
        await payLink(person, deal);
      }),
    );
  }
  if (draws.chance(0.4)) {
    parts.push(
      part(`cancel${number}`, async (person) => {
        await until(person);
        await person.pause(500, 200_000);
        await cancelLink(person, deal);
      }),
    );
  }
  const looks = draws.between(0, 2);
  if (looks > 0) {
    parts.push(
      part(`watch${number}`, async (person) => {
        await until(person);
        await watchLink(person, deal, looks);
      }),
    );
  }
  return parts;
}
