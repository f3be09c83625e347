import type pg from "pg";
import { listedAccount } from "./payment-rows";

/**
 * Enters the captures of the listed account into the ledger with their settlements and postings, a credit for each that
 * was refunded, and a payout for each day.
 */
export async function writeStatementRows(client: pg.Client): Promise<void> {
  await client.query("set session_replication_role = replica");
  for (const statement of [settlements, captures, credits, payouts, postings]) {
    await client.query(statement, statement.includes("$1") ? [listedAccount.partnerId] : []);
  }
  await client.query("set session_replication_role = origin");
  // Autovacuum would have done this in an older database.
  await client.query("vacuum analyze");
}

const settlements = `
  insert into settlement (id, partner_id, payment_id, amount, due_at, bank_day, collect_at, created_at, updated_at)
  select 'stl_' || substr(id, 5), partner_id, id, amount - commission_amount, captured_at + interval '1 day', captured_at::date,
         captured_at + interval '1 day', captured_at, captured_at
    from payment where status = 'captured' and partner_id = $1`;

const captures = `
  insert into ledger_entry (id, book, kind, partner_id, terminal_id, payment_id, amount, commission_amount, occurred_at, day,
                            created_at, written_by)
  select 'txn_' || substr(id, 5), 'collected', 'capture', partner_id, terminal_id, id, amount, - commission_amount, captured_at,
         captured_at::date, captured_at, 1
    from payment where status = 'captured' and partner_id = $1`;

const credits = `
  insert into ledger_entry (id, book, kind, partner_id, terminal_id, payment_id, amount, occurred_at, day, created_at, written_by)
  select 'txn_R' || substr(id, 6), 'collected', 'credit', partner_id, terminal_id, id, - refunded_amount,
         captured_at + interval '1 hour', captured_at::date, captured_at, 1
    from payment where status = 'captured' and partner_id = $1 and refunded_amount > 0`;

const payouts = `
  insert into ledger_entry (id, book, kind, partner_id, amount, occurred_at, day, created_at, written_by)
  select 'txn_P' || to_char(day, 'YYYYMMDD'), 'collected', 'payout_paid', $1, - sum(amount), day + interval '1 day', day,
         day + interval '1 day', 1
    from ledger_entry where kind = 'capture' and partner_id = $1 group by day`;

const postings = `
  insert into ledger_posting (entry_id, position, debit, credit, part, amount)
  select id, position, debit::"LedgerAccount", credit::"LedgerAccount", part::"LedgerPart", posted
    from ledger_entry
   cross join lateral (values (1, 'bank', 'merchant', 'principal', amount),
                              (3, 'merchant', 'commission', 'commission', - commission_amount))
              as line(position, debit, credit, part, posted)
   where kind = 'capture' and posted > 0`;
