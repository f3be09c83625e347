import { istanbulDate } from "@/server/domain/business-day";
import { days, plusMs } from "@/server/domain/clock";
import {
  buildCalendar,
  type CalendarDay,
  findNextMoney,
  type NextMoney,
} from "@/server/domain/payouts/payout-calendar";
import { listCarriedDays, listPayoutsOfDays, sumUncollected } from "@/server/store/payouts/payout-calendar";
import { getPayoutTerms } from "@/server/store/payouts/payout-terms";
import { getCarriedOver } from "@/server/store/payouts/payouts";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

export interface PayoutCalendar {
  /** `YYYY-MM`. */
  readonly month: string;
  /** Today in Istanbul, `YYYY-MM-DD`. */
  readonly today: string;
  readonly days: readonly CalendarDay[];
  readonly next: NextMoney | null;
}

/** The days from today within which the next money is looked for: no feast closes the banks for longer. */
const nextWithinDays = 15;

/**
 * Returns what an account gets, expects and got in a month, day by day, and what it gets next (D-377).
 * @param month `YYYY-MM`; null for the present one
 */
export async function getPayoutCalendar(
  ctx: Ctx,
  { partnerId, month: wanted }: { partnerId: PartnerId; month: string | null },
): Promise<PayoutCalendar> {
  const now = ctx.clock.now();
  const today = istanbulDate(now);
  const month = wanted ?? today.slice(0, 7);
  const soon = { from: new Date(today), to: plusMs(new Date(today), days(nextWithinDays)) };
  const shown = spanOf(month);
  const until = new Date(Math.max(shown.to.getTime(), soon.to.getTime()));
  const [uncollected, payouts, nextPayouts, carried, waiting, terms] = await Promise.all([
    sumUncollected(ctx.db, partnerId, until),
    listPayoutsOfDays(ctx.db, partnerId, shown),
    listPayoutsOfDays(ctx.db, partnerId, soon),
    listCarriedDays(ctx.db, partnerId, shown),
    getCarriedOver(ctx.db, partnerId),
    getPayoutTerms(ctx.db, partnerId),
  ]);
  const isAccountHeld = terms.heldSince !== null;
  const facts = { uncollected, payouts, carried, isAccountHeld };
  const nextFacts = { ...facts, payouts: nextPayouts, carried: [] };
  return {
    month,
    today,
    days: buildCalendar(month, facts, now),
    next: findNextMoney(nextFacts, waiting.amountKurus, terms.minimumAmount, now),
  };
}

function spanOf(month: string): { readonly from: Date; readonly to: Date } {
  const from = new Date(`${month}-01T00:00:00.000Z`);
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1)) };
}
