import type pg from "pg";
import { istanbulDate } from "@/server/domain/business-day";
import { enterIntoLedger } from "./ledger-rows";

/** Returns the payout that pays what moved on the day of an instant in Istanbul. */
export const payoutIdOf = (partnerId: string, at: Date): string =>
  `pob_${partnerId.slice(4)}${istanbulDate(at).replaceAll("-", "")}`;

/**
 * Books the captures of all payments with their settlements, a credit for each payment that was refunded, and a payout
 * for each account and day. Nothing has collected the last two days.
 */
export async function writeStatementRows(client: pg.Client): Promise<void> {
  await client.query("set session_replication_role = replica");
  for (const statement of [refunds, captures, credits]) await client.query(statement);
  await enterIntoLedger(client);
  // Autovacuum would have done this in an older database.
  await client.query("vacuum analyze");
}

const refunds = `
  insert into refund
    (id, partner_id, payment_id, attempt_id, partner_refund_code, method, way, status, amount, bank_key, created_at, updated_at,
     sent_at, done_at, baseline, resolved_at)
  select 'rf_' || substr(id, 5), partner_id, id, 'att_' || substr(id, 5), id, 'credit', 'credit', 'approved', refunded_amount, id,
         at, at, at, at, '"unreadable"', at
    from payment
   cross join lateral (select captured_at + interval '1 hour' as at) made
   where status = 'captured' and refunded_amount > 0`;

/** Books what moved at an instant (an SQL expression): it is due on the next day, and paid with its day's payout. */
const settle = (values: { id: string; subject: string; amount: string; at: string; from: string }): string => `
  insert into settlement (id, partner_id, payment_id, refund_id, amount, due_at, bank_day, collect_at, payout_id, created_at,
                          updated_at)
  select 'stl_' || ${values.id}, partner_id, ${values.subject}, ${values.amount}, due_at, day, due_at,
         case when due_at < now() - interval '1 day' then 'pob_' || substr(partner_id, 5) || to_char(day, 'YYYYMMDD') end, at, at
    from ${values.from}
   cross join lateral (select ${values.at} as at, bank_day(${values.at}, '00:00') as day) moved
   cross join lateral (select ((day + 1)::timestamp - interval '3 hours') at time zone 'UTC' as due_at) due`;

const captures = `${settle({
  id: "substr(id, 5)",
  subject: "id, null",
  amount: "amount - commission_amount",
  at: "captured_at",
  from: "payment",
})}
   where status = 'captured'`;

const credits = settle({
  id: "'R' || substr(id, 4)",
  subject: "payment_id, id",
  amount: "- amount",
  at: "done_at",
  from: "refund",
});
