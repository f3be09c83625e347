import { inTx } from "@/server/store/db";
import { expireIdleLinks, lockDueLinks } from "@/server/store/expiry/link-expiry";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { expireLink } from "./expire-link";

/**
 * The number of links that one transaction expires: large enough to be efficient, small enough not to delay other due
 * work.
 */
export const linksPerBatch = 1_000;

/** The number of links with an open payment per batch. Each takes a transaction of its own, which is far slower. */
const withPaymentAtOnce = 50;

export interface ExpireLinksInput {
  /** Only the links of this account. */
  readonly partnerId?: PartnerId;
  /** Whether to wait for links that another transaction has locked. They are skipped by default. */
  readonly waits?: boolean;
}

/**
 * Expires a batch of the due links, those that fell due first, each dated at the instant at which it was due (D-2,
 * D-48). The outcome of a capture that runs decides about its link (D-10). Returns how many; 0 where none is left, or
 * where other transactions have locked all of them.
 */
export async function expireLinks(ctx: Ctx, input: ExpireLinksInput = {}): Promise<number> {
  const { expired, withPayment } = await expireIdle(ctx, input);
  let count = expired.length;
  for (const linkId of withPayment.slice(0, withPaymentAtOnce)) {
    if (await tryExpire(ctx, linkId)) count++;
  }
  return count;
}

/** Expires the links without an open payment, and writes their events, in one transaction. */
const expireIdle = (ctx: Ctx, input: ExpireLinksInput) =>
  inTx(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const ids = await lockDueLinks(tx, { ...input, until: now, countMax: linksPerBatch });
    const expired = ids.length > 0 ? await expireIdleLinks(tx, ids, now) : [];
    const done = new Set(expired);
    return { expired, withPayment: ids.filter((id) => !done.has(id)) };
  });

/**
 * Tries to expire one link. A failure is logged and tried again in a later batch, so that it does not stop the others.
 */
async function tryExpire(ctx: Ctx, linkId: string): Promise<boolean> {
  try {
    return await expireLink(ctx, { linkId });
  } catch (error) {
    ctx.log.error({ err: error, link: linkId }, "Expiring a link failed");
    return false;
  }
}
