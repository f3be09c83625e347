import { settled } from "@/e2e/crash/records";
import { queryOracle } from "./oracle";

const replaced = [
  "a delivery that has not arrived",
  "an alert about something other than an unknown outcome or what kills do to the surroundings",
  "a link without exactly one event, of its outcome",
];
const kept = Object.fromEntries(Object.entries(settled).filter(([rule]) => !replaced.includes(rule)));

/** Holds when everything has ended: each record has a final status, and what belongs to it. */
export const allEnded = queryOracle("everything has ended", {
  ...kept,
  "a delivery that still waits": `select id, type, status, attempts from webhook_delivery where status = 'pending'`,
  "a return of money whose outcome is open": `select id, status from money_return where status = 'pending'`,
  "a link without the event of its outcome, or a cancelled one with any": `
    select l.id, l.status, array_agg(e.type) filter (where e.type is not null) as types
      from payment_link l left join outbox_event e on e.resource_type = 'payment_link' and e.resource_id = l.id
     group by l.id
    having coalesce(array_agg(e.type) filter (where e.type is not null), '{}')
           <> case l.status when 'cancelled' then '{}'::text[] else array['payment_link.' || l.status] end`,
});
