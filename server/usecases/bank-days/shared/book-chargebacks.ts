import type { DayLine } from "@/server/domain/bank-days/day-line";
import { bookChargeback, type ChargebackLine } from "../../chargebacks/shared/book-chargeback";
import type { Ctx } from "../../ctx";

const kinds = ["chargeback", "chargeback_reversal"] as const;

/**
 * Books what the lines of a day say about chargebacks (D-401), each in a transaction of its own: after a crash they
 * are booked again, and what was booked stays as it is. Those that come back are last, because a case may begin and
 * end on one day. As long as something was booked, the others are tried again: what is left of a payment may be enough
 * once an earlier case has come back.
 */
export async function bookChargebacks(ctx: Ctx, lines: readonly DayLine[]): Promise<void> {
  let waiting: readonly ChargebackLine[] = kinds.flatMap((kind) =>
    lines.flatMap((line) => (line.kind === kind ? [{ ...line, kind }] : [])),
  );
  for (let triedCount = Number.POSITIVE_INFINITY; waiting.length > 0 && waiting.length < triedCount; ) {
    triedCount = waiting.length;
    const refused: ChargebackLine[] = [];
    for (const line of waiting) if (!(await bookChargeback(ctx, line))) refused.push(line);
    waiting = refused;
  }
}
