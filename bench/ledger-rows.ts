import type pg from "pg";

/**
 * Enters what benchmarks write as rows into the books, as the triggers enter what the product writes: every settlement
 * that has no entry, and the payouts that settlements name, each of which has been paid.
 */
export async function enterIntoLedger(client: pg.Client): Promise<void> {
  await client.query("set session_replication_role = replica");
  for (const statement of [movements, unpaid, payouts, payoutEntries, payoutPostings]) await client.query(statement);
  await client.query("set session_replication_role = origin");
}

const movements = `
  select count(enter_movement('collected', 'txn_' || substr(id, 5), payment_id, refund_id, correction_id, bank_day, created_at))
    from settlement s
   where not exists (select from ledger_entry e where e.id = 'txn_' || substr(s.id, 5))`;

/** A payout of nothing, or less, is none. */
const unpaid = `
  update settlement set payout_id = null
   where payout_id in (
     select payout_id from settlement where payout_id is not null group by payout_id having sum(amount) <= 0)`;

const payouts = `
  insert into payout (id, partner_id, status, amount, carried_amount, line_count, value_date, root_id, iban, iban_masked,
                      beneficiary, bank_reference, created_at, updated_at, approved_at, sent_at, ended_at)
  select payout_id, partner_id, 'paid_out', amount, 0, lines, day, payout_id, '', '', '', 'EFT', day, day, day, day, day
    from (select s.payout_id, s.partner_id, sum(s.amount) as amount, count(*) as lines, max(s.bank_day) + 1 as day
            from settlement s
           where s.payout_id is not null and not exists (select from payout p where p.id = s.payout_id)
           group by 1, 2) paid`;

const payoutEntries = `
  insert into ledger_entry (id, book, kind, partner_id, payout_id, amount, occurred_at, day, created_at, written_by)
  select 'txn_' || substr(p.id, 5) || ending, 'collected', kind::"LedgerKind", p.partner_id, p.id, - p.amount, p.ended_at,
         p.value_date, p.ended_at, 1
    from payout p
   cross join lateral (values ('P', 'payout'), ('Q', 'payout_paid')) as entry(ending, kind)
   where p.status = 'paid_out' and not exists (select from ledger_entry e where e.payout_id = p.id)`;

const payoutPostings = `
  insert into ledger_posting (entry_id, position, debit, credit, part, amount)
  select e.id, 1, debit::"LedgerAccount", credit::"LedgerAccount", 'principal', - e.amount
    from ledger_entry e
    join (values ('payout', 'merchant', 'in_payout'), ('payout_paid', 'in_payout', 'house')) as line(kind, debit, credit)
      on line.kind = e.kind::text
   where e.payout_id is not null and not exists (select from ledger_posting p where p.entry_id = e.id)`;
