import { type DueItem, listDue } from "@/server/store/due";
import { alertUnknownCapture } from "./alert-unknown-capture";
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
    const done = input.arriveAt
      ? await fireInOrder(ctx, due, input.arriveAt, fired)
      : await fireTogether(ctx, due, fired);
    if (done === 0) return fired;
  }
}

/** One after the other, until an item may have put a new one before the rest; answers how many did something. */
async function fireInOrder(
  ctx: Ctx,
  due: readonly DueItem[],
  arriveAt: (instant: Date) => Promise<void>,
  fired: Fired,
): Promise<number> {
  let done = 0;
  for (const item of due) {
    await arriveAt(item.at);
    if (!(await fireOne(ctx, item, fired))) continue;
    done++;
    if (asksBank(item)) break;
  }
  return done;
}

/** What asks nobody first, then the banks side by side: one that hangs holds up neither the others nor the rest. */
async function fireTogether(ctx: Ctx, due: readonly DueItem[], fired: Fired): Promise<number> {
  let done = 0;
  const take = async (items: DueItem[]): Promise<void> => {
    for (let item = items.shift(); item; item = items.shift()) {
      if (await fireOne(ctx, item, fired)) done++;
    }
  };
  await take(due.filter((item) => !asksBank(item)));
  const inquiries = due.filter(asksBank);
  await Promise.all(Array.from({ length: banksAskedAtOnce }, () => take(inquiries)));
  return done;
}

const banksAskedAtOnce = 20;

const asksBank = ({ kind }: DueItem): boolean => kind === "inquiry" || kind === "recheck";

/** Does one item; whether it did something. A failure is the item's own and is tried again in a later round. */
async function fireOne(ctx: Ctx, item: DueItem, fired: Fired): Promise<boolean> {
  try {
    const acted = await actions[item.kind](ctx, item.id);
    if (acted && item.kind === "payment_expiry") fired.paymentsExpired++;
    if (acted && item.kind === "inquiry") fired.inquiries++;
    return acted;
  } catch (error) {
    ctx.log.error({ err: error, due: item.kind, id: item.id }, "A due item failed");
    return false;
  } finally {
    ctx.dueWork.progressAt = performance.now();
  }
}

const actions: Record<DueItem["kind"], (ctx: Ctx, id: string) => Promise<boolean>> = {
  payment_expiry: (ctx, paymentCode) => expirePayment(ctx, { paymentCode }),
  inquiry: (ctx, attemptId) => inquireCapture(ctx, { attemptId }),
  alert: (ctx, attemptId) => alertUnknownCapture(ctx, { attemptId }),
  recheck: (ctx, attemptId) => recheckCapture(ctx, { attemptId }),
};
