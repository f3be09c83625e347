import { inTx } from "@/server/store/db";
import { type ExpiredLink, expireIdleLinks, lockDueLinks } from "@/server/store/expiry/link-expiry";
import type { PartnerId } from "@/server/store/tenant";
import { type NewEvent, writeEvents } from "@/server/store/webhooks/outbox";
import type { Ctx } from "../ctx";
import { expireLink } from "./expire-link";

/** Links expired in one transaction: long enough to be worth it, short enough for others to get their turn. */
export const linksExpiredAtOnce = 1_000;

/** Those with an open payment take a transaction each, and far longer. */
const withPaymentAtOnce = 50;

export interface ExpireLinksInput {
  /** Only the links of this account. */
  readonly partnerId?: PartnerId;
  /** Whether links that somebody else has locked are waited for; they are passed over when left out. */
  readonly waits?: boolean;
}

/**
 * Expires a batch of the links that are due, the first first, each at the instant it was due (D-2, D-48). Links whose
 * capture runs are left to its outcome (D-10). Answers how many; 0 when none is left, or others have locked them all.
 */
export async function expireLinks(ctx: Ctx, input: ExpireLinksInput = {}): Promise<number> {
  const { expired, withPayment } = await expireIdle(ctx, input);
  let count = expired.length;
  for (const linkId of withPayment.slice(0, withPaymentAtOnce)) {
    if (await tryExpire(ctx, linkId)) count++;
  }
  return count;
}

/** Those that nobody is paying, with their events, in one transaction. */
const expireIdle = (ctx: Ctx, input: ExpireLinksInput) =>
  inTx(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const ids = await lockDueLinks(tx, { ...input, until: now, countMax: linksExpiredAtOnce });
    const expired = ids.length > 0 ? await expireIdleLinks(tx, ids, now) : [];
    if (expired.length > 0) await writeEvents(tx, expired.map(expiryOf), now);
    const done = new Set(expired.map(({ id }) => id));
    return { expired, withPayment: ids.filter((id) => !done.has(id)) };
  });

const expiryOf = ({ id, partnerId, expiresAt }: ExpiredLink): NewEvent => ({
  partnerId,
  type: "payment_link.expired",
  occurredAt: expiresAt,
  resourceType: "payment_link",
  resourceId: id,
  subjectId: id,
});

/** One that fails is tried again in a later batch, and holds up none of the others. */
async function tryExpire(ctx: Ctx, linkId: string): Promise<boolean> {
  try {
    return await expireLink(ctx, { linkId });
  } catch (error) {
    ctx.log.error({ err: error, link: linkId }, "A link could not be expired");
    return false;
  }
}
