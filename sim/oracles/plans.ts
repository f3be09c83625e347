import { minutes } from "@/server/domain/clock";
import type { Oracle } from "./oracle";

/** What has an instant at which it is due, and is done by the sweep if by nothing else. */
const planned = `
  select 'the inquiry of a capture' as what, id, next_inquiry_at as at from attempt where next_inquiry_at <= $1
  union all select 'the inquiry of a refund', id, next_inquiry_at from refund where next_inquiry_at <= $1
  union all select 'the inquiry of a return of money', id, next_inquiry_at from money_return where next_inquiry_at <= $1
  union all select 'the expiry of a payment', id, expires_at from payment
             where status = 'initiated' and capture_started_at is null and expires_at <= $1
  union all select 'the relay of an event', id, created_at from outbox_event where relayed_at is null and created_at <= $1
  union all select 'a delivery', id, next_attempt_at from webhook_delivery
             where status = 'pending' and next_attempt_at <= $1`;

/** How long before a sweep its work was due, so that it cannot have been taken up by another one meanwhile, ms. */
const marginMs = minutes(10);

/**
 * Nothing is older than its plan: what was due long before a sweep began is done when that sweep has ended. Unknown
 * outcomes therefore never stay without a question to the bank.
 */
export const plansKept: Oracle = {
  name: "plans",
  async find({ world }) {
    const began = world.supervisor.machines.map(({ jobs }) => jobs.sweptFrom() ?? 0);
    const due = new Date(Math.max(0, ...began) - marginMs);
    const { rows } = await world.control.query<{ what: string; id: string; at: Date }>({
      name: "plans",
      text: planned,
      values: [due],
    });
    return rows.map(({ what, id, at }) => `${what} ${id} has been due since ${at.toISOString()}`);
  },
};
