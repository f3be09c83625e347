import {
  agedByProductClock,
  type DueItem,
  type DueKind,
  dueKinds,
  listDue,
  listDueOfEach,
} from "@/server/store/operations/due";
import { alertUnknownCapture } from "../captures/alert-unknown-capture";
import { alertUnknownMoneyReturn } from "../captures/alert-unknown-money-return";
import { inquireCapture } from "../captures/inquire-capture";
import { inquireMoneyReturn } from "../captures/inquire-money-return";
import { recheckCapture } from "../captures/recheck-capture";
import { endCooling } from "../card-testing/end-cooling";
import type { Ctx } from "../ctx";
import { expireLink } from "../expiry/expire-link";
import { expireLinks } from "../expiry/expire-links";
import { expirePayment } from "../expiry/expire-payment";
import { warnOfKeyEnd } from "../keys/warn-of-key-end";
import { sendMail } from "../mail/send-mail";
import { collectPayout } from "../payouts/collect-payout";
import { payAutomatically } from "../payouts/pay-automatically";
import { alertUnknownRefund } from "../refunds/alert-unknown-refund";
import { inquireRefund } from "../refunds/inquire-refund";
import { recheckRefund } from "../refunds/recheck-refund";
import { eraseDue } from "../retention/erase-due";
import { attemptDelivery } from "../webhooks/attempt-delivery";
import { eraseWebhookSecret } from "../webhooks/erase-webhook-secret";
import { relayOutbox } from "../webhooks/relay-outbox";
import { eraseExpiredDiagnostics } from "./erase-expired-diagnostics";

export interface DoDueWorkInput {
  readonly until: Date;
  /** Called with each due instant before its work is done. The sandbox clock sets its time by it. */
  readonly arriveAt?: (instant: Date) => Promise<void>;
}

export interface DueWorkDone {
  paymentsExpired: number;
  linksExpired: number;
  deliveriesAttempted: number;
  inquiries: number;
}

/**
 * Does everything that is due until an instant (D-48), the oldest first: one after the other while the sandbox clock is
 * moved, in parallel otherwise. `store/operations/due.ts` lists it, and `workByKind` below says what is done for each
 * kind. Each item is claimed in the database, so nothing happens twice, although the background functions, the sweep of
 * each minute and the sandbox clock may all do it. Callers hold the due-work lock. Returns what was done.
 */
export async function doDueWork(ctx: Ctx, input: DoDueWorkInput): Promise<DueWorkDone> {
  const counts: DueWorkDone = { paymentsExpired: 0, linksExpired: 0, deliveriesAttempted: 0, inquiries: 0 };
  const startedAt = ctx.realTime.monotonicMs();
  const isRoundEnded = (): boolean =>
    ctx.realTime.monotonicMs() - startedAt > roundMs || ctx.dueWork.isExclusiveWanted();
  for (;;) {
    const done = input.arriveAt
      ? await doFirst(ctx, await listDue(ctx.db, input.until, listedMax), input.arriveAt, counts)
      : await doTogether(ctx, input.until, counts, isRoundEnded);
    if (done === 0 || (!input.arriveAt && isRoundEnded())) return counts;
  }
}

/** How long a round starts items, real time, ms. Items that are under way then end; the next round does the rest. */
const roundMs = 40_000;

/** What the sweep does for a kind of due work, and how. */
interface Work {
  /** Does the work of an item. Returns whether it had an effect, or how many rows it changed. */
  readonly act: (ctx: Ctx, item: DueItem) => Promise<boolean | number>;
  /** Set where it asks a bank, and where at most `banksAskedAtOnce` items of all these kinds are done in parallel. */
  readonly asksBank?: true;
  /** The number of items of this kind that are done all at once. */
  readonly atOnceMax?: number;
  /** The number that the work adds to. */
  readonly counter?: keyof DueWorkDone;
}

/**
 * The number of deliveries in a round. Large, because the oldest deliveries may all belong to accounts whose receivers
 * hang, and the others have to be listed too.
 */
const deliveriesAtOnce = 1_000;

/**
 * The number of parallel rechecks of captures that were given up. Where a bank loses 10,000 answers a day, 267 rechecks
 * are due in each of 75 minutes (last-look.ts). At a bank that takes 30 s for each, 160 in parallel do 320 per minute
 * (D-72).
 */
const rechecksAtOnce = 160;

/** The number of mails that are sent in parallel. A mail provider accepts few connections of one sender at once. */
const mailsAtOnce = 10;

/** The work of each kind. `server/store/operations/due.ts` says when each kind is due. */
const workByKind: Record<DueKind, Work> = {
  relay: { act: relay },
  payment_expiry: { act: (ctx, { id }) => expirePayment(ctx, { paymentCode: id }), counter: "paymentsExpired" },
  link_expiry: { act: expireDueLinks, counter: "linksExpired" },
  capture_inquiry: {
    act: (ctx, { id }) => inquireCapture(ctx, { attemptId: id }),
    asksBank: true,
    counter: "inquiries",
  },
  capture_alert: { act: (ctx, { id }) => alertUnknownCapture(ctx, { attemptId: id }) },
  capture_recheck: { act: (ctx, { id }) => recheckCapture(ctx, { attemptId: id }), atOnceMax: rechecksAtOnce },
  money_return_inquiry: { act: (ctx, { id }) => inquireMoneyReturn(ctx, { returnId: id }), asksBank: true },
  money_return_alert: { act: (ctx, { id }) => alertUnknownMoneyReturn(ctx, { returnId: id }) },
  refund_inquiry: { act: (ctx, { id }) => inquireRefund(ctx, { refundId: id }), asksBank: true, counter: "inquiries" },
  refund_alert: { act: (ctx, { id }) => alertUnknownRefund(ctx, { refundId: id }) },
  refund_recheck: { act: (ctx, { id }) => recheckRefund(ctx, { refundId: id }), asksBank: true },
  payout_collection: { act: (ctx, { id }) => collectPayout(ctx, { partnerId: id }) },
  automatic_payout: { act: (ctx, { id }) => payAutomatically(ctx, { payoutId: id }) },
  delivery: { act: deliver, atOnceMax: deliveriesAtOnce, counter: "deliveriesAttempted" },
  mail: { act: async (ctx, { id }) => (await sendMail(ctx, { mailId: id })).attempted, atOnceMax: mailsAtOnce },
  secret_expiry: { act: (ctx, { id }) => eraseWebhookSecret(ctx, { partnerId: id }) },
  key_end: { act: (ctx, { id }) => warnOfKeyEnd(ctx, { keyId: id }) },
  cooling_end: { act: (ctx, { id }) => endCooling(ctx, { subject: id }) },
  diagnostics_expiry: { act: eraseExpiredDiagnostics },
  retention_end: { act: eraseAged },
};

/** Erases a batch of each kind of personal data that ages on the product's clock, diagnostic rows excepted (D-281). */
async function eraseAged(ctx: Ctx): Promise<number> {
  let erased = 0;
  for (const name of agedByProductClock) erased += await eraseDue(ctx, { name });
  return erased;
}

/** Creates deliveries of waiting events and signals them, so that runs of their own make the retries on time. */
async function relay(ctx: Ctx): Promise<boolean> {
  const made = await relayOutbox(ctx);
  ctx.signals.deliveriesCreated(made);
  return made.length > 0;
}

/**
 * Expires a batch of links. Where other transactions have locked all due links, it waits for the first one and expires
 * it.
 */
async function expireDueLinks(ctx: Ctx, { id }: DueItem): Promise<number> {
  return (await expireLinks(ctx)) || Number(await expireLink(ctx, { linkId: id }));
}

/** Attempts a delivery. A receiver without a free slot is left to a later sweep. */
async function deliver(ctx: Ctx, { id, partnerId }: DueItem): Promise<boolean> {
  if (ctx.receiverSlots.isFull(partnerId)) return false;
  const { attempted } = await ctx.receiverSlots.run(partnerId, () => attemptDelivery(ctx, { deliveryId: id }));
  return attempted;
}

/** The length of a list of several kinds. */
const listedMax = 100;

/**
 * Does the first item that has an effect. The caller then lists again, because the effect may be due before the other
 * items.
 */
async function doFirst(
  ctx: Ctx,
  due: readonly DueItem[],
  arriveAt: (instant: Date) => Promise<void>,
  counts: DueWorkDone,
): Promise<number> {
  for (const item of due) {
    await arriveAt(item.at);
    if (await doItem(ctx, item, counts)) return 1;
  }
  return 0;
}

/** The number of parallel inquiries. */
const banksAskedAtOnce = 20;

const isAtOnce = (kind: DueKind): boolean => workByKind[kind].atOnceMax !== undefined;
const asksBank = (kind: DueKind): boolean => workByKind[kind].asksBank === true;

/** The kinds whose work needs only the database. */
const inDatabase = dueKinds.filter((kind) => !isAtOnce(kind) && !asksBank(kind));

/** The kinds whose work calls banks and receivers, each with the number of items that a round does at most. */
const calling = new Map(
  dueKinds
    .filter((kind) => !inDatabase.includes(kind))
    .map((kind) => [kind, workByKind[kind].atOnceMax ?? listedMax] as const),
);

/** How often the work in the database is listed again while calls to banks and receivers are under way, ms. */
const besideCallsMs = 1_000;

/**
 * Does what is due, once. Work that needs only the database has a list of its own and comes first. Calls to banks and
 * receivers follow in parallel; while they hang, the work in the database goes on, so they delay neither an expiry nor
 * an event. Returns how many items had an effect.
 */
async function doTogether(ctx: Ctx, until: Date, counts: DueWorkDone, isRoundEnded: () => boolean): Promise<number> {
  let done = 0;
  const take = async (items: DueItem[], isEnded = isRoundEnded): Promise<void> => {
    for (let item = items.shift(); item && !isEnded(); item = items.shift()) {
      if (await doItem(ctx, item, counts)) done++;
    }
  };
  const workInDatabase = async (instant = until, isEnded = isRoundEnded): Promise<boolean> => {
    const doneBefore = done;
    await take(await listDue(ctx.db, instant, listedMax, inDatabase), isEnded);
    return done > doneBefore;
  };
  const call = async (): Promise<void> => {
    const items = await listDueOfEach(ctx.db, until, calling);
    const inquiries = items.filter(({ kind }) => asksBank(kind));
    const atOnce = items.filter(({ kind }) => isAtOnce(kind));
    const lanes = Array.from({ length: banksAskedAtOnce }, () => take(inquiries));
    await Promise.all([...lanes, ...atOnce.map((item) => take([item]))]);
  };
  await workInDatabase();
  let isCalling = true;
  const calls = call().finally(() => {
    isCalling = false;
  });
  // Ends with the calls, also where new work never ceases, so that the next list of calls is made.
  const isOver = () => !isCalling || ctx.dueWork.isExclusiveWanted();
  try {
    while (!isOver()) {
      await Promise.race([calls, ctx.realTime.sleep(besideCallsMs, { holdsProcess: false })]);
      while (!isOver() && (await workInDatabase(ctx.clock.now(), isOver)));
    }
  } finally {
    // The caller holds the due-work lock, so no call may outlast this function.
    await calls;
  }
  return done;
}

/**
 * Does one item and returns whether it had an effect. A failure concerns this item only and is tried again in a later
 * round.
 */
async function doItem(ctx: Ctx, item: DueItem, counts: DueWorkDone): Promise<boolean> {
  try {
    const { act, counter } = workByKind[item.kind];
    const done = Number(await act(ctx, item));
    if (counter) counts[counter] += done;
    return done > 0;
  } catch (error) {
    ctx.log.error({ err: error, due: item.kind, id: item.id }, "Doing a due item failed");
    return false;
  }
}
