import type pg from "pg";
import { statementKinds } from "@/server/domain/statements/statement";
import type { Db } from "../db";

/** A difference between the ledger and what it was entered from. */
interface LedgerDifference {
  /** The rule that does not hold, as a sentence. */
  readonly rule: string;
  /** The number of records that break it, and some of them. */
  readonly count: number;
  readonly examples: readonly string[];
}

/** The balance of an account of the books, kuruş: what it is owed, less what it owes. */
interface LedgerBalance {
  readonly book: string;
  readonly account: string;
  readonly balanceKurus: bigint;
}

export interface LedgerAudit {
  readonly entryCount: number;
  readonly balances: readonly LedgerBalance[];
  readonly differences: readonly LedgerDifference[];
}

/** The kinds of entries that are lines of a statement, as SQL. */
const lineKinds = statementKinds.map((kind) => `'${kind}'`).join(", ");

/** What each movement has to be, computed from payments, refunds, corrections and payouts alone. */
const expected = `
  select p.id as payment, null::text as refund, null::text as correction, null::text as chargeback, 'capture' as kind, p.amount,
         - p.commission_amount as commission, p.captured_at as at
    from payment p where p.status = 'captured'
  union all
  select p.id, r.id, null, null, r.method::text, - r.amount, case r.method when 'void' then p.commission_amount else 0 end, r.done_at
    from refund r join payment p on p.id = r.payment_id where r.status = 'approved'
  union all
  select p.id, null, c.id, null, 'correction',
         case when c.kind in ('credit_done', 'void_done') then - c.amount else c.amount end,
         case c.kind when 'void_done' then p.commission_amount when 'void_not_done' then - p.commission_amount else 0 end,
         c.decided_at
    from correction c join payment p on p.id = c.payment_id where c.status = 'approved' and c.kind <> 'none'
  union all
  select payment_id, null, null, id, 'chargeback', - amount, 0, bank_at from chargeback
  union all
  select payment_id, null, null, id, 'chargeback_reversal', amount, 0, ended_at from chargeback where status = 'won'`;

/** What the merchant's accounts are to be, computed from settlements and payouts alone. */
const owed = `
  select s.partner_id, case when s.carry_over_id is null then 'merchant' else 'carried' end as account, sum(s.amount) as balance
    from settlement s left join payout root on root.id = s.payout_id
   where s.payout_id is null or root.status = 'prepared'
   group by 1, 2
  union all
  select partner_id, 'in_payout', sum(amount) from payout where status in ('approved', 'sent') group by 1
  union all
  select partner_id, 'house', sum(amount) from payout where status = 'paid_out' group by 1
  union all
  select partner_id, 'returned', sum(amount) from payout failed
   where status = 'failed' and not exists (
     select 1 from payout again where again.reissue_of = failed.id and again.status not in ('prepared', 'withdrawn'))
   group by 1`;

/** The balance of each account of the collected book by its merchant. */
const posted = `
  select e.partner_id, side.account::text as account, sum(side.amount) as balance
    from ledger_posting p join ledger_entry e on e.id = p.entry_id
   cross join lateral (values (p.credit, p.amount), (p.debit, - p.amount)) as side(account, amount)
   where e.book = 'collected'
   group by 1, 2`;

/** The rules, each with a query for the records that break it: their identifiers as `id`. */
export const ledgerRules: Readonly<Record<string, string>> = {
  "Every capture, refund, correction and chargeback is entered exactly once, with its amount, commission and time": `
    select coalesce(e.id, x.chargeback, x.correction, x.refund, x.payment) as id
       from (${expected}) x
       full join (select * from ledger_entry where payment_id is not null) e
         on e.payment_id = x.payment and e.refund_id is not distinct from x.refund
            and e.correction_id is not distinct from x.correction
            and e.chargeback_id is not distinct from x.chargeback and (x.chargeback is null or e.kind::text = x.kind)
      where e.id is null or x.payment is null
         or (e.kind::text, e.amount, e.commission_amount) is distinct from (x.kind, x.amount, x.commission)
         or (e.occurred_at <> x.at and not exists (
               select 1 from statement_month m
                where m.partner_id = e.partner_id and m.ends_at > x.at and e.occurred_at = greatest(e.created_at, m.ends_at)))`,
  "Every closed month is what its entries add up to, in both books, with their fixed fees": `
    select coalesce(t.partner_id, e.partner_id) || ' ' || coalesce(t.month, e.month) || ' ' || coalesce(t.kind, e.kind) as id
       from statement_total t
       full join (
         select l.partner_id, m.month, l.book, l.kind, count(*) as count, sum(l.amount) as amount,
                sum(l.commission_amount) as commission, coalesce(sum(f.fees), 0) as fees
           from statement_month m
           join ledger_entry l on l.partner_id = m.partner_id and l.occurred_at < m.ends_at
            and l.occurred_at >= (m.month::timestamp - interval '3 hours') at time zone 'UTC'
            and l.kind in (${lineKinds})
           left join lateral (
             select sum(case when p.credit = 'fixed_fees' then - p.amount else p.amount end) as fees
               from ledger_posting p where p.entry_id = l.id and p.part = 'fixed_fees') f on true
          group by 1, 2, 3, 4) e using (partner_id, month, book, kind)
      where (t.count, t.amount, t.commission_amount, t.fixed_fee_amount) is distinct from
            (e.count, e.amount, e.commission, e.fees)`,
  "Every closed month begins with what the month before ended with, and no movement lies between them": `
    select m.partner_id || ' ' || m.month as id
       from statement_month m
       left join lateral (
         select closing_amount, ends_at from statement_month b
          where b.partner_id = m.partner_id and b.month < m.month order by b.month desc limit 1) before on true
      where m.opening_amount <> coalesce(before.closing_amount, 0)
         or m.closing_amount <> m.opening_amount + (
              select coalesce(sum(amount + commission_amount), 0) from statement_total t
               where t.partner_id = m.partner_id and t.month = m.month and t.book = 'collected')
         or exists (select 1 from ledger_entry e
                     where e.partner_id = m.partner_id and e.kind in (${lineKinds})
                       and e.occurred_at >= coalesce(before.ends_at, '-infinity')
                       and e.occurred_at < (m.month::timestamp - interval '3 hours') at time zone 'UTC')`,
  "The invoice of every closed month is its commission": `
    select coalesce(t.partner_id, c.partner_id) || ' ' || coalesce(t.month, c.month) as id
       from (select partner_id, month, book, sum(fixed_fee_amount - commission_amount) as commission,
                    - sum(fixed_fee_amount) as fees
               from statement_total group by 1, 2, 3) t
       full join (select partner_id, month, book, coalesce(sum(amount) filter (where part = 'commission'), 0) as commission,
                         coalesce(sum(amount) filter (where part = 'fixed_fees'), 0) as fees
                    from statement_commission group by 1, 2, 3) c using (partner_id, month, book)
      where coalesce(t.commission, 0) <> coalesce(c.commission, 0) or coalesce(t.fees, 0) <> coalesce(c.fees, 0)`,
  "Every stored day is what its entries add up to": `
    select d.partner_id || ' ' || d.day as id
       from ledger_day d
      where d.net_amount <> (
              select coalesce(sum(e.amount + e.commission_amount), 0) from ledger_entry e
               where e.partner_id = d.partner_id and e.book = d.book and e.kind in (${lineKinds})
                 and e.occurred_at >= (d.day::timestamp - interval '3 hours') at time zone 'UTC'
                 and e.occurred_at < ((d.day + 1)::timestamp - interval '3 hours') at time zone 'UTC')
         or d.net_amount <> (
              select coalesce(sum(t.amount + t.commission_amount), 0) from ledger_day_total t
               where t.partner_id = d.partner_id and t.book = d.book and t.day = d.day)`,
  "Every settlement is the net amount of its entry, and every entry of collected money has its settlement": `
    select coalesce(s.id, e.id) as id
       from settlement s
       full join (select * from ledger_entry where payment_id is not null and book = 'collected') e
         on 'txn_' || substr(s.id, 5) = e.id
      where s.id is null or e.id is null or s.amount <> e.amount + e.commission_amount
         or (s.partner_id, s.payment_id, s.bank_day) is distinct from (e.partner_id, e.payment_id, e.day)`,
  "What was charged back of a payment is the sum of its chargebacks that were not won": `
    select p.id from payment p
      left join (select payment_id, sum(amount) as amount from chargeback where status <> 'won' group by 1) c on c.payment_id = p.id
     where p.charged_back_amount <> coalesce(c.amount, 0)`,
  "The postings of every entry move what the entry says": `
    select e.id
       from ledger_entry e
       left join lateral (
         select coalesce(sum(case 'merchant' when p.credit::text then p.amount when p.debit::text then - p.amount end), 0) as net,
                coalesce(sum(case when p.debit = 'bank' then p.amount when p.credit = 'bank' then - p.amount end), 0) as gross
           from ledger_posting p where p.entry_id = e.id) sums on true
      where e.payment_id is not null and (sums.net, sums.gross) <> (e.amount + e.commission_amount, e.amount)`,
  "Every payout is the sum of its settlements": `
    select p.id from payout p
      where p.root_id = p.id and p.status <> 'withdrawn'
        and not exists (
          select 1 from settlement s where s.payout_id = p.id and s.partner_id = p.partner_id
          having sum(s.amount) = p.amount
             and coalesce(sum(s.amount) filter (where s.carry_over_id is not null), 0) = p.carried_amount
             and count(*) filter (where s.carry_over_id is null) = p.line_count)`,
  "The accounts of every merchant are what settlements and payouts add up to": `
    select coalesce(o.partner_id, b.partner_id) || ' ' || coalesce(o.account, b.account) as id
       from (${owed}) o
       full join (select * from (${posted}) every
                   where account in ('merchant', 'carried', 'in_payout', 'house', 'returned')) b
         on b.partner_id = o.partner_id and b.account = o.account
      where coalesce(o.balance, 0) <> coalesce(b.balance, 0)`,
  "The accounts of each book sum to zero": `
    select book::text as id
       from ledger_posting p join ledger_entry e on e.id = p.entry_id
      cross join lateral (values (p.amount), (- p.amount)) as side(amount)
      group by book having sum(side.amount) <> 0`,
};

/** The number of records that a difference names. */
const examplesMax = 5;

/**
 * Computes the books again from what they were entered from, in one snapshot: the balance of every account, and
 * everything in which ledger, payments, settlements and payouts differ. Reads all of them.
 */
export async function auditLedger(db: Pick<Db, "pool">): Promise<LedgerAudit> {
  const client = await db.pool.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    return await auditBooks(client);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

/** Does the same on a connection whose snapshot the caller has taken. */
export async function auditBooks(client: Pick<pg.ClientBase, "query">): Promise<LedgerAudit> {
  const { rows: counted } = await client.query<{ count: number }>("select count(*)::int as count from ledger_entry");
  const { rows: balances } = await client.query<{ book: string; account: string; balance: string }>(
    `select e.book::text as book, side.account::text as account, sum(side.amount)::bigint as balance
       from ledger_posting p join ledger_entry e on e.id = p.entry_id
      cross join lateral (values (p.credit, p.amount), (p.debit, - p.amount)) as side(account, amount)
      group by e.book, side.account order by e.book, side.account`,
  );
  const differences: LedgerDifference[] = [];
  for (const [rule, query] of Object.entries(ledgerRules)) {
    const { rows } = await client.query<{ id: string; count: number }>(
      `select broken.id, (count(*) over ())::int as count from (${query}) broken order by broken.id limit ${examplesMax}`,
    );
    const [first] = rows;
    if (first) differences.push({ rule, count: first.count, examples: rows.map(({ id }) => id) });
  }
  return {
    entryCount: counted[0]?.count ?? 0,
    balances: balances.map(({ balance, ...account }) => ({ ...account, balanceKurus: BigInt(balance) })),
    differences,
  };
}
