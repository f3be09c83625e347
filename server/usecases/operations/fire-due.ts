import { type DueItem, type DueKind, dueKinds, listDue } from "@/server/store/operations/due";
import { alertUnknownCapture } from "../captures/alert-unknown-capture";
import { alertUnknownReturn } from "../captures/alert-unknown-return";
import { checkCaptureAtDayEnd } from "../captures/check-capture-at-day-end";
import { inquireCapture } from "../captures/inquire-capture";
import { inquireReturn } from "../captures/inquire-return";
import type { Ctx } from "../ctx";
import { expireLink } from "../expiry/expire-link";
import { expireLinks } from "../expiry/expire-links";
import { expirePayment } from "../expiry/expire-payment";
import { alertUnknownRefund } from "../refunds/alert-unknown-refund";
import { checkRefundAtDayEnd } from "../refunds/check-refund-at-day-end";
import { inquireRefund } from "../refunds/inquire-unknown-refund";
import { attemptDelivery } from "../webhooks/attempt-delivery";
import { eraseWebhookSecret } from "../webhooks/erase-webhook-secret";
import { relayOutbox } from "../webhooks/relay-outbox";
import { eraseKeptRows } from "./erase-kept-rows";

export interface FireDueInput {
  readonly until: Date;
  /** The kinds to do; all kinds by default. */
  readonly kinds?: readonly DueKind[];
  /** Called with each due instant before its work is done. The sandbox clock sets its time by it. */
  readonly arriveAt?: (instant: Date) => Promise<void>;
}

export interface Fired {
  paymentsExpired: number;
  linksExpired: number;
  deliveriesAttempted: number;
  inquiries: number;
}

/**
 * Does everything that is due until an instant, in order (D-48). Each item is claimed in the database, so the
 * background functions, the cron of each minute and the sandbox clock may all call it, and nothing happens twice.
 * Callers hold the due-work lock. Returns what was done.
 */
export async function fireDue(ctx: Ctx, input: FireDueInput): Promise<Fired> {
  const fired: Fired = { paymentsExpired: 0, linksExpired: 0, deliveriesAttempted: 0, inquiries: 0 };
  const startedAt = performance.now();
  const isRoundEnded = (): boolean => performance.now() - startedAt > roundMs || ctx.dueWork.isExclusiveWanted();
  for (;;) {
    const kinds = input.kinds ?? dueKinds;
    const done = input.arriveAt
      ? await fireFirst(ctx, await listDue(ctx.db, input.until, listedMax, kinds), input.arriveAt, fired)
      : await fireTogether(ctx, await listForRound(ctx, input.until, kinds), fired, isRoundEnded);
    if (done === 0 || (!input.arriveAt && isRoundEnded())) return fired;
  }
}

const listedMax = 100;

/**
 * Large, because the oldest deliveries may all belong to accounts whose receivers hang, and the others have to be
 * listed too.
 */
const deliveriesListedMax = 1_000;

/**
 * The number of parallel rechecks of captures that were given up. Where a bank loses 10,000 answers a day, 267 rechecks
 * are due in each of 75 minutes (last-look.ts). At a bank that takes 30 s for each, 160 in parallel do 320 per minute
 * (D-72).
 */
const rechecksAtOnce = 160;

/** The kinds with a list of their own, because their number could keep the other kinds off the common list. */
const listedApart: Partial<Record<DueKind, number>> = {
  delivery: deliveriesListedMax,
  recheck: rechecksAtOnce,
};

async function listForRound(ctx: Ctx, until: Date, kinds: readonly DueKind[]): Promise<DueItem[]> {
  const others = kinds.filter((kind) => listedApart[kind] === undefined);
  const items = others.length > 0 ? await listDue(ctx.db, until, listedMax, others) : [];
  for (const kind of kinds) {
    const countMax = listedApart[kind];
    if (countMax !== undefined) items.push(...(await listDue(ctx.db, until, countMax, [kind])));
  }
  return items;
}

/**
 * The longest time of a round, real time, ms. The next round continues, so that the rounds of each minute do not
 * overlap.
 */
const roundMs = 40_000;

/**
 * Does the first item that has an effect. The caller then lists again, because the effect may be due before the other
 * items.
 */
async function fireFirst(
  ctx: Ctx,
  due: readonly DueItem[],
  arriveAt: (instant: Date) => Promise<void>,
  fired: Fired,
): Promise<number> {
  for (const item of due) {
    await arriveAt(item.at);
    if (await fireOne(ctx, item, fired)) return 1;
  }
  return 0;
}

/**
 * Does the items that call neither a bank nor a receiver first, then the bank calls and deliveries in parallel, so that
 * a bank or receiver that hangs delays no other item.
 */
async function fireTogether(
  ctx: Ctx,
  due: readonly DueItem[],
  fired: Fired,
  isRoundEnded: () => boolean,
): Promise<number> {
  let done = 0;
  const take = async (items: DueItem[]): Promise<void> => {
    for (let item = items.shift(); item && !isRoundEnded(); item = items.shift()) {
      if (await fireOne(ctx, item, fired)) done++;
    }
  };
  await take(due.filter((item) => !asksBank(item) && !asksReceiver(item)));
  const inquiries = due.filter((item) => asksBank(item) && !isRecheck(item));
  await Promise.all([
    ...Array.from({ length: banksAskedAtOnce }, () => take(inquiries)),
    ...due.filter((item) => isRecheck(item) || asksReceiver(item)).map((item) => take([item])),
  ]);
  return done;
}

const banksAskedAtOnce = 20;

const asksBank = ({ kind }: DueItem): boolean => bankKinds.has(kind);
const bankKinds: ReadonlySet<DueKind> = new Set([
  "inquiry",
  "recheck",
  "return_inquiry",
  "refund_inquiry",
  "refund_recheck",
]);
const isRecheck = ({ kind }: DueItem): boolean => kind === "recheck";
const asksReceiver = ({ kind }: DueItem): boolean => kind === "delivery";

/**
 * Does one item and returns whether it had an effect. A failure concerns this item only and is tried again in a later
 * round.
 */
async function fireOne(ctx: Ctx, item: DueItem, fired: Fired): Promise<boolean> {
  try {
    const done = Number(await actions[item.kind](ctx, item));
    const counter = counters[item.kind];
    if (counter) fired[counter] += done;
    return done > 0;
  } catch (error) {
    ctx.log.error({ err: error, due: item.kind, id: item.id }, "Doing a due item failed");
    return false;
  }
}

const counters: Partial<Record<DueKind, keyof Fired>> = {
  payment_expiry: "paymentsExpired",
  link_expiry: "linksExpired",
  inquiry: "inquiries",
  refund_inquiry: "inquiries",
  delivery: "deliveriesAttempted",
};

/** The work of each kind; it returns whether it had an effect, or how many rows it changed. */
const actions: Record<DueKind, (ctx: Ctx, item: DueItem) => Promise<boolean | number>> = {
  relay,
  payment_expiry: (ctx, { id }) => expirePayment(ctx, { paymentCode: id }),
  link_expiry: expireDueLinks,
  inquiry: (ctx, { id }) => inquireCapture(ctx, { attemptId: id }),
  alert: (ctx, { id }) => alertUnknownCapture(ctx, { attemptId: id }),
  recheck: (ctx, { id }) => checkCaptureAtDayEnd(ctx, { attemptId: id }),
  return_inquiry: (ctx, { id }) => inquireReturn(ctx, { returnId: id }),
  return_alert: (ctx, { id }) => alertUnknownReturn(ctx, { returnId: id }),
  refund_inquiry: (ctx, { id }) => inquireRefund(ctx, { refundId: id }),
  refund_alert: (ctx, { id }) => alertUnknownRefund(ctx, { refundId: id }),
  refund_recheck: (ctx, { id }) => checkRefundAtDayEnd(ctx, { refundId: id }),
  delivery: deliver,
  secret_expiry: (ctx, { id }) => eraseWebhookSecret(ctx, { partnerId: id }),
  message_expiry: eraseKeptRows,
};

/**
 * Expires a batch of links. Where other transactions have locked all due links, it waits for the first one and expires
 * it.
 */
async function expireDueLinks(ctx: Ctx, { id }: DueItem): Promise<number> {
  return (await expireLinks(ctx)) || Number(await expireLink(ctx, { linkId: id }));
}

async function relay(ctx: Ctx): Promise<boolean> {
  const made = await relayOutbox(ctx);
  ctx.signals.deliveriesMade(made);
  return made.length > 0;
}

/** Attempts a delivery. A receiver without a free slot is left to the runs that occupy its slots. */
async function deliver(ctx: Ctx, { id, partnerId }: DueItem): Promise<boolean> {
  if (ctx.receiverSlots.isFull(partnerId)) return false;
  const { attempted } = await ctx.receiverSlots.run(partnerId, () => attemptDelivery(ctx, { deliveryId: id }));
  return attempted;
}
