import { istanbulDayStart } from "@/server/domain/business-day";
import { days, hours } from "@/server/domain/clock";
import type { Merchant } from "../world/accounts";
import type { Draws } from "../world/draws";
import { keepDayFiles } from "./bank-clerk";
import { openingOf, pauseUntil, roundsMax } from "./bank-hours";
import { closeTheMonth } from "./bookkeeper";
import { answerAsMerchant, answerAsStaff } from "./chargeback-people";
import type { PaymentDeal } from "./deal";
import { drawOrder, drawTerms } from "./deal-draws";
import { createPayment, refundPayment } from "./merchant-server";
import { type Part, type Plan, part, waitUntil } from "./part";
import { payByHandoff } from "./payment-buyer";
import { reconcileDays } from "./reconciler";
import { payOut } from "./treasury";

/**
 * Draws a simulation about the day-end files of the banks and what buyers' banks take back: one or two payments, some
 * refunds of which begin just when a file is imported. The troubles begin when a payment is made. Sometimes a month
 * ends meanwhile, so a file brings what happened in a month that is closed.
 */
export function drawBankDayPlan(draws: Draws, merchants: readonly Merchant[]): Plan {
  const bankDays = { hasCaseNumbers: draws.chance(0.8) };
  const terms = drawTerms(draws, merchants);
  const payments: PaymentDeal[] = [];
  const parts: Part[] = [
    part("banks", (person) => keepDayFiles(person, bankDays)),
    part("reconciler", reconcileDays),
    part("finance", answerAsMerchant),
    part("disputes", answerAsStaff),
  ];
  const count = draws.pick([1, 2, 2]);
  for (let number = 1; number <= count; number += 1) {
    const deal = drawOrder(draws, terms, number);
    payments.push(deal);
    parts.push(...drawOrderParts(draws, deal, number));
  }
  if (draws.chance(0.25)) parts.push(part("treasury", payOut));
  const plan = { payments, links: [], parts, startsCalm: true, bankDays };
  if (!draws.of("month").chance(0.25)) return plan;
  parts.push(part("bookkeeper", (person) => closeTheMonth(person, terms.merchant.partnerId)));
  return { ...plan, endsMonth: true };
}

function drawOrderParts(draws: Draws, deal: PaymentDeal, number: number): Part[] {
  const parts = [
    part(`shop${number}`, (person) => createPayment(person, deal)),
    part(`buyer${number}`, async (person) => {
      await waitUntil(person, () => deal.payment !== null);
      for (let tries = 1; tries <= 3 && !isPaid(deal); tries += 1) await payByHandoff(person, deal);
      person.world.beginTroubles();
    }),
  ];
  const refunds = draws.pick([0, 1, 1, 2, 2]);
  for (let refund = 1; refund <= refunds; refund += 1) {
    const code = `refund-${number}-${refund}`;
    // With the import of a morning's file, or some time.
    const round = draws.chance(0.5) ? draws.between(1, roundsMax) : null;
    const afterMs = draws.pick([60_000, hours(6), days(2)]);
    parts.push(
      part(code, async (person) => {
        const start = istanbulDayStart(person.world.time.now());
        await waitUntil(person, () => isPaid(deal), 20, 60_000);
        if (round === null) await person.pause(0, afterMs);
        else await pauseUntil(person, openingOf(start, round), person.draws.pick([0, 0, 1_000]));
        await refundPayment(person, deal, code);
      }),
    );
  }
  return parts;
}

const isPaid = ({ promised }: PaymentDeal): boolean => promised.some(({ result }) => result === "success");
