import { type AlertKind, watchedKinds } from "@/server/domain/alerts";
import { ledgerRules } from "@/server/store/ledger/verify";

/**
 * The kinds of alerts about what the run itself does: programs stop, banks and receivers fail on purpose, and a person
 * settles what only a person can (D-156).
 */
const surroundings = [
  ...watchedKinds,
  "receiver_failing",
  "bank_down",
  "bank_slow",
  "page_unreachable",
  "refund_settled_by_hand",
] as const satisfies AlertKind[];

const expectedAlerts: readonly AlertKind[] = ["capture_unknown", "refund_unknown", ...surroundings];

const alertRule = "an alert about something other than an unknown outcome or what kills do to the surroundings";

const listOtherAlerts = (expected: readonly AlertKind[]): string => `
    select kind, subject, detail from staff_alert
     where kind not in (${expected.map((kind) => `'${kind}'`).join(", ")})`;

/** The invariants of the database after everything has ended. Each query finds the rows that violate one. */
export const settled: Readonly<Record<string, string>> = {
  "a payment whose outcome is open": `
    select id, status from payment where status not in ('captured', 'failed', 'expired')`,
  "an attempt whose outcome is open": `
    select id, status from attempt where status in ('preparing', 'started', 'capturing', 'unknown')`,
  "a captured payment without exactly one captured attempt, or one that is not captured with any": `
    select p.id, p.status, count(a.id)
      from payment p left join attempt a on a.payment_id = p.id and a.status = 'captured'
     group by p.id having count(a.id) <> case when p.status = 'captured' then 1 else 0 end`,
  "a payment without exactly one event, of its outcome": `
    select p.id, p.status, array_agg(e.type)
      from payment p left join outbox_event e on e.resource_type = 'payment' and e.resource_id = p.id
     group by p.id having array_agg(e.type) <> array['payment.' || p.status]`,
  "an attempt that was taken over, although its form had left": `
    select a.id, a.payment_id from attempt a join attempt later using (payment_id)
     where a.status = 'abandoned' and a.handed_out_at is not null and later.created_at > a.created_at`,
  "a link whose outcome is open": `
    select id, status from payment_link where status not in ('completed', 'expired', 'cancelled')`,
  "a completed link without exactly one captured payment, or one that is not completed with any": `
    select l.id, l.status, count(p.id)
      from payment_link l left join payment p on p.link_id = l.id and p.status = 'captured'
     group by l.id having count(p.id) <> case when l.status = 'completed' then 1 else 0 end`,
  "a link without exactly one event, of its outcome, or a cancelled one with any": `
    select l.id, l.status, array_agg(e.type)
      from payment_link l left join outbox_event e on e.resource_type = 'payment_link' and e.resource_id = l.id
     group by l.id
    having array_remove(array_agg(e.type), null)
        <> case when l.status = 'cancelled' then '{}' else array['payment_link.' || l.status] end`,
  "an event that was not relayed": `
    select id, type from outbox_event where relayed_at is null`,
  "an event without exactly its own delivery, or a delivery without an event": `
    select e.id, e.type, d.id, d.type
      from outbox_event e
      full join webhook_delivery d
        on d.partner_id = e.partner_id and d.type = e.type
       and d.resource_type = e.resource_type and d.resource_id = e.resource_id
     where e.id is null or d.id is null or replace(e.id, 'evt_', '') <> replace(d.id, 'whd_', '')`,
  "a delivery that has not arrived": `
    select id, type, status, attempts from webhook_delivery where status <> 'delivered'`,
  "a delivery whose attempts are not all on record": `
    select d.id, d.attempts, count(a.number)
      from webhook_delivery d left join webhook_attempt a on a.delivery_id = d.id
     group by d.id having count(a.number) <> d.attempts`,
  [alertRule]: listOtherAlerts(expectedAlerts),
  "a refund whose outcome is open, or that has an inquiry due": `
    select id, status, next_inquiry_at, alert_at, recheck_at from refund
     where status = 'pending' or coalesce(next_inquiry_at, alert_at, recheck_at) is not null`,
  "a refund without exactly one event, of its outcome": `
    select r.id, r.status, array_agg(e.type)
      from refund r left join outbox_event e on e.resource_type = 'refund' and e.resource_id = r.id
     group by r.id having array_agg(e.type) <> array['refund.' || r.status]`,
  "a payment whose totals differ from its refunds, or that was refunded more than was captured": `
    select p.id, p.amount, p.refunded_amount, p.refund_pending_amount, p.voided_at
      from payment p left join refund r on r.payment_id = p.id and r.status = 'approved'
     group by p.id
    having p.refund_pending_amount <> 0 or p.refunded_amount <> coalesce(sum(r.amount), 0)
        or coalesce(sum(r.amount), 0) > p.amount
        or (p.voided_at is not null) <> coalesce(bool_or(r.method = 'void'), false)`,
  "a capture, refund or chargeback without its settlement, or a settlement without any": `
    with owed as (
      select id as payment, '' as cause, amount - commission_amount as net from payment where status = 'captured'
       union all
      select r.payment_id, r.id, case r.method when 'void' then p.commission_amount - r.amount else -r.amount end
        from refund r join payment p on p.id = r.payment_id where r.status = 'approved'
       union all
      select payment_id, id, - amount from chargeback
       union all
      select payment_id, id, amount from chargeback where status = 'won')
    select owed.*, s.id, s.payment_id, s.refund_id, s.chargeback_id, s.amount
      from owed full join settlement s
        on s.payment_id = owed.payment and coalesce(s.refund_id, s.chargeback_id, '') = owed.cause and s.amount = owed.net
     where owed.payment is null or s.id is null`,
  ...ledgerRules,
};

/** The same where the bank charges payments back, of which staff hear by an alert (D-401). */
export const settledWithChargebacks: Readonly<Record<string, string>> = {
  ...settled,
  [alertRule]: listOtherAlerts([...expectedAlerts, "chargeback_open"]),
};

/**
 * Function runs that will never end, or failed. The minute's sweep is tried twice, and a blow can meet both tries; then
 * a later minute has to have swept.
 */
export const stuckRuns: Readonly<Record<string, string>> = {
  "a run that failed": `
    select r.id, r.function_id, r.result from executor_run r
     where r.status not in ('running', 'completed')
       and not (r.function_id ~ 'fire-due' and exists (
             select from executor_run later where later.function_id = r.function_id and later.status = 'completed'
                and later.created_at > r.created_at))`,
  "a run that continues with nothing to do": `
    select r.id, r.function_id from executor_run r
     where r.status = 'running' and not exists (select from executor_job j where j.run_id = r.id)`,
  "a run that has ended with something left to do": `
    select r.id, r.function_id, j.step_id from executor_run r join executor_job j on j.run_id = r.id
     where r.status <> 'running'`,
  "work that is more than 20 s overdue": `
    select j.id, r.function_id, j.step_id, j.run_at from executor_job j join executor_run r on r.id = j.run_id
     where j.run_at < now() - interval '20 seconds'`,
};

/** Function runs in progress, except those of the minute's sweep. */
export const openRuns: Readonly<Record<string, string>> = {
  "a run that sleeps or works": `
    select id, function_id from executor_run where status = 'running' and function_id !~ 'fire-due'`,
};
