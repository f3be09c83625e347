import { istanbulMonthStart } from "@/server/domain/business-day";
import { days, plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { monthAt, monthSpan } from "@/server/domain/statements/months";
import { asPartnerId } from "@/server/store/tenant";
import { closeMonth } from "@/server/usecases/statements/close-month";
import { getStatement } from "@/server/usecases/statements/queries";
import { bookkeeperOf } from "../world/accounts";
import { skewMsMax } from "../world/sim-time";
import type { Person } from "./person";

/** How often a bookkeeper tries to close the month. */
const triesMax = 12;

/** Returns the instant at which the month of this moment ends. */
export const endOfMonth = (now: Date): Date => istanbulMonthStart(plusMs(istanbulMonthStart(now), days(32)));

/** Pauses until about the end of the month, between these two instants before and after it, ms. */
export async function pauseToMonthEnd(person: Person, beforeMs: number, afterMs: number): Promise<void> {
  const now = person.world.time.now();
  const leftMs = endOfMonth(now).getTime() - now.getTime();
  await person.pause(Math.max(0, leftMs - beforeMs), leftMs + afterMs);
}

/**
 * A merchant's finance closes the month as soon as a process says that it is over, which one with a clock that is ahead
 * says early. Before each try it looks at the statement. Sometimes two people close it at once.
 */
export async function closeTheMonth(person: Person, partner: string): Promise<void> {
  const partnerId = asPartnerId(partner);
  const month = monthAt(plusMs(endOfMonth(person.world.time.now()), -1));
  const close = (who: Person): Promise<unknown> =>
    who.call("closes the month", (ctx) =>
      closeMonth(ctx, { partnerId, userId: bookkeeperOf(partner), month }).catch(ignoreRefusal),
    );
  await pauseToMonthEnd(person, skewMsMax, 0);
  for (let tries = 0; tries < triesMax && !(await isClosed(person, partner)); tries += 1) {
    const { from, to } = monthSpan(month);
    const span = { partnerId, book: "collected", from, to, kinds: null, terminalId: null } as const;
    await person.call("reads the statement", (ctx) => getStatement(ctx, span));
    await Promise.all([close(person), ...(person.draws.chance(0.3) ? [close(person.besides("again"))] : [])]);
    await person.pause(20, tries < triesMax / 2 ? 200 : 600_000);
  }
}

const isClosed = (person: Person, partner: string): Promise<boolean> =>
  person.act("looks at the months", async () => {
    const { rows } = await person.world.control.query("select from statement_month where partner_id = $1", [partner]);
    return rows.length > 0;
  });

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof AppError) || error.code === "internal_error") throw error;
}
