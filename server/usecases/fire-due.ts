import { type DueItem, listDue } from "@/server/store/due";
import type { Ctx } from "./ctx";
import { expirePayment } from "./expire-payment";
import { inquireCapture } from "./inquire-capture";
import { recheckCapture } from "./recheck-capture";

export interface FireDueInput {
  readonly until: Date;
  /** Called with each instant before what is due then; the sandbox clock moves itself on by it. */
  readonly arriveAt?: (instant: Date) => Promise<void>;
}

export interface Fired {
  paymentsExpired: number;
  linksExpired: number;
  deliveriesAttempted: number;
  inquiries: number;
}

/**
 * Does everything that is due until an instant, in order (D-48). Each item is claimed in the database, so a
 * waking function, the minute's poll and the sandbox clock may all call this, and nothing happens twice.
 */
export function fireDue(ctx: Ctx, input: FireDueInput): Promise<Fired> {
  // One round at a time in a process: a poll must not take what the sandbox clock is about to count.
  const round = ctx.dueWork.tail.then(() => fireUntil(ctx, input));
  ctx.dueWork.tail = round.catch(() => undefined);
  return round;
}

async function fireUntil(ctx: Ctx, input: FireDueInput): Promise<Fired> {
  const fired: Fired = { paymentsExpired: 0, linksExpired: 0, deliveriesAttempted: 0, inquiries: 0 };
  for (;;) {
    const due = await listDue(ctx.db, input.until, 100);
    const done = await fireInOrder(ctx, due, input, fired);
    if (done === 0) return fired;
  }
}

/** Runs a list until an item may have put a new one before the rest; answers how many did something. */
async function fireInOrder(ctx: Ctx, due: DueItem[], input: FireDueInput, fired: Fired): Promise<number> {
  let done = 0;
  for (const item of due) {
    await input.arriveAt?.(item.at);
    const acted = await fire(ctx, item).catch((error: unknown) => {
      ctx.log.error({ err: error, due: item.kind, id: item.id }, "A due item failed");
      return false;
    });
    if (acted) done++;
    if (acted && item.kind === "payment_expiry") fired.paymentsExpired++;
    if (acted && item.kind === "inquiry") fired.inquiries++;
    if (acted && item.kind !== "payment_expiry") break;
  }
  return done;
}

function fire(ctx: Ctx, { kind, id }: DueItem): Promise<boolean> {
  if (kind === "payment_expiry") return expirePayment(ctx, { paymentCode: id });
  return kind === "inquiry" ? inquireCapture(ctx, { attemptId: id }) : recheckCapture(ctx, { attemptId: id });
}
