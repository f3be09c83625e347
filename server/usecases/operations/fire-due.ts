import { type DueItem, type DueKind, dueKinds, listDue } from "@/server/store/operations/due";
import { alertUnknownCapture } from "../captures/alert-unknown-capture";
import { alertUnknownReturn } from "../captures/alert-unknown-return";
import { inquireCapture } from "../captures/inquire-capture";
import { inquireReturn } from "../captures/inquire-return";
import { recheckCapture } from "../captures/recheck-capture";
import type { Ctx } from "../ctx";
import { expireLink } from "../expiry/expire-link";
import { expireLinks } from "../expiry/expire-links";
import { expirePayment } from "../expiry/expire-payment";
import { alertUnknownRefund } from "../refunds/alert-unknown-refund";
import { inquireRefund } from "../refunds/inquire-refund";
import { recheckRefund } from "../refunds/recheck-refund";
import { attemptDelivery } from "../webhooks/attempt-delivery";
import { eraseWebhookSecret } from "../webhooks/erase-webhook-secret";
import { relayOutbox } from "../webhooks/relay-outbox";
import { eraseKeptRows } from "./erase-kept-rows";

export interface FireDueInput {
  readonly until: Date;
  /** Only these; all of them when left out. */
  readonly kinds?: readonly DueKind[];
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
 * Does everything that is due until an instant, in order (D-48). Each item is claimed in the database, so a waking
 * function, the minute's cron and the sandbox clock may all do it, and nothing happens twice. Callers pass the gate.
 */
export async function fireDue(ctx: Ctx, input: FireDueInput): Promise<Fired> {
  const fired: Fired = { paymentsExpired: 0, linksExpired: 0, deliveriesAttempted: 0, inquiries: 0 };
  const startedAt = performance.now();
  const isOver = (): boolean => performance.now() - startedAt > roundMs || ctx.dueWork.isExclusiveWanted();
  for (;;) {
    const kinds = input.kinds ?? dueKinds;
    const done = input.arriveAt
      ? await fireFirst(ctx, await listDue(ctx.db, input.until, listedMax, kinds), input.arriveAt, fired)
      : await fireTogether(ctx, await listSideBySide(ctx, input.until, kinds), fired, isOver);
    if (done === 0 || (!input.arriveAt && isOver())) return fired;
  }
}

const listedMax = 100;

/** Of accounts whose receivers hang there may be many, and theirs are the oldest: none of them may keep another's off the list. */
const deliveriesListedMax = 1_000;

/**
 * Looks at given-up captures that are made side by side. Where a bank loses 10,000 answers day by day, 267 are due in each of
 * 75 minutes (last-look.ts); at a bank that takes the 30 s of a look-up for each, 160 at once make 320 a minute (D-72).
 */
const looksAtOnce = 160;

/** What can be so many that it would keep the rest off the list has a list of its own. */
const listedApart: Partial<Record<DueKind, number>> = {
  delivery: deliveriesListedMax,
  recheck: looksAtOnce,
};

async function listSideBySide(ctx: Ctx, until: Date, kinds: readonly DueKind[]): Promise<DueItem[]> {
  const others = kinds.filter((kind) => listedApart[kind] === undefined);
  const items = others.length > 0 ? await listDue(ctx.db, until, listedMax, others) : [];
  for (const kind of kinds) {
    const countMax = listedApart[kind];
    if (countMax !== undefined) items.push(...(await listDue(ctx.db, until, countMax, [kind])));
  }
  return items;
}

/** After this long the next caller goes on, so that rounds of the minute do not pile up. Real time, ms. */
const roundMs = 40_000;

/** The first that does something, then the list is read anew: it may have put another before the rest. */
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

/** What asks nobody first, then banks and receivers side by side: one that hangs holds up neither the others nor the rest. */
async function fireTogether(
  ctx: Ctx,
  due: readonly DueItem[],
  fired: Fired,
  isOver: () => boolean,
): Promise<number> {
  let done = 0;
  const take = async (items: DueItem[]): Promise<void> => {
    for (let item = items.shift(); item && !isOver(); item = items.shift()) {
      if (await fireOne(ctx, item, fired)) done++;
    }
  };
  await take(due.filter((item) => !asksBank(item) && !asksReceiver(item)));
  const inquiries = due.filter((item) => asksBank(item) && !isLook(item));
  await Promise.all([
    ...Array.from({ length: banksAskedAtOnce }, () => take(inquiries)),
    ...due.filter((item) => isLook(item) || asksReceiver(item)).map((item) => take([item])),
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
const isLook = ({ kind }: DueItem): boolean => kind === "recheck";
const asksReceiver = ({ kind }: DueItem): boolean => kind === "delivery";

/** Does one item; whether it did something. A failure is the item's own and is tried again in a later round. */
async function fireOne(ctx: Ctx, item: DueItem, fired: Fired): Promise<boolean> {
  try {
    const done = Number(await actions[item.kind](ctx, item));
    const counter = counters[item.kind];
    if (counter) fired[counter] += done;
    return done > 0;
  } catch (error) {
    ctx.log.error({ err: error, due: item.kind, id: item.id }, "A due item failed");
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

/** Whether it did something, or how much. */
const actions: Record<DueKind, (ctx: Ctx, item: DueItem) => Promise<boolean | number>> = {
  relay,
  payment_expiry: (ctx, { id }) => expirePayment(ctx, { paymentCode: id }),
  link_expiry: expireDueLinks,
  inquiry: (ctx, { id }) => inquireCapture(ctx, { attemptId: id }),
  alert: (ctx, { id }) => alertUnknownCapture(ctx, { attemptId: id }),
  recheck: (ctx, { id }) => recheckCapture(ctx, { attemptId: id }),
  return_inquiry: (ctx, { id }) => inquireReturn(ctx, { returnId: id }),
  return_alert: (ctx, { id }) => alertUnknownReturn(ctx, { returnId: id }),
  refund_inquiry: (ctx, { id }) => inquireRefund(ctx, { refundId: id }),
  refund_alert: (ctx, { id }) => alertUnknownRefund(ctx, { refundId: id }),
  refund_recheck: (ctx, { id }) => recheckRefund(ctx, { refundId: id }),
  delivery: deliver,
  secret_expiry: (ctx, { id }) => eraseWebhookSecret(ctx, { partnerId: id }),
  message_expiry: eraseKeptRows,
};

/** A batch, of which the item is the first; it is waited for alone when others hold all that are due. */
async function expireDueLinks(ctx: Ctx, { id }: DueItem): Promise<number> {
  return (await expireLinks(ctx)) || Number(await expireLink(ctx, { linkId: id }));
}

async function relay(ctx: Ctx): Promise<boolean> {
  const made = await relayOutbox(ctx);
  ctx.signals.deliveriesMade(made);
  return made.length > 0;
}

/** A receiver that is busy is left to the runs that keep it so. */
async function deliver(ctx: Ctx, { id, partnerId }: DueItem): Promise<boolean> {
  if (ctx.receiverSlots.isFull(partnerId)) return false;
  const { attempted } = await ctx.receiverSlots.run(partnerId, () =>
    attemptDelivery(ctx, { deliveryId: id }),
  );
  return attempted;
}
