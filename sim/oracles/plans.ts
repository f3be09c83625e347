import { minutes } from "@/server/domain/clock";
import type { Oracle } from "./oracle";

/** The instants of what is done about an open outcome: the bank is asked, staff are called, the bank is asked again. */
const questions = [
  ...["attempt", "refund", "money_return"].flatMap((table) => toQuestions(table, ["next_inquiry_at", "alert_at"])),
  ...["attempt", "refund"].flatMap((table) => toQuestions(table, ["recheck_at"])),
];

function toQuestions(table: string, columns: readonly string[]): string[] {
  return columns.map((at) => `select '${at} of the ${table}' as what, id, ${at} as at from ${table} where ${at} <= $1`);
}

/**
 * What has an instant at which it is due, and is done by the sweep if by nothing else. The product's own list is not
 * used, because its faults would not be seen then.
 */
const planned = `
  ${questions.join(" union all ")}
  union all select 'the expiry of a payment', id, expires_at from payment
             where status = 'initiated' and capture_started_at is null and expires_at <= $1
  union all select 'the expiry of a link', id, expires_at from payment_link
             where status in ('pending', 'launched', 'initiated', 'failed') and expires_at <= $1
               and not exists (select from payment where link_id = payment_link.id and payment.status = 'initiated'
                                                     and capture_started_at is not null)
  union all select 'the collection of a settlement', s.id, s.collect_at from settlement s
             join payment p on p.id = s.payment_id
             -- One whose payout was withdrawn waits since then.
             where s.payout_id is null and s.carry_over_id is null and greatest(s.collect_at, s.updated_at) <= $1
               and p.held_since is null
  union all select 'a mail', id, next_attempt_at from mail_message where status = 'pending' and next_attempt_at <= $1
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
    const due = new Date(world.supervisor.sweptFrom() - marginMs);
    const { rows } = await world.control.query<{ what: string; id: string; at: Date }>({
      name: "plans",
      text: planned,
      values: [due],
    });
    return rows.map(({ what, id, at }) => `${what} ${id} has been due since ${at.toISOString()}`);
  },
};
