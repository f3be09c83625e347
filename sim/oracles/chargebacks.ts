import { onlyWithDayFiles, queryOracle } from "./oracle";

/** The chargebacks of a payment beside the cases of its order at the bank, by amount. */
const bankCases = `
  select a.payment_id, s.amount, count(*) filter (where s.kind = 'chargeback') as taken,
         count(*) filter (where s.kind = 'chargeback_reversal') as returned
    from simulator.chargeback s join attempt a on a.bank_order_id = s.order_id and a.status = 'captured'
   group by 1, 2`;

const bookedCases = `
  select payment_id, amount, count(*) as taken, count(*) filter (where status = 'won') as returned from chargeback group by 1, 2`;

/** The instants, in the order of their commits, at which refunds and chargebacks began and ended. */
const begun = (record: string): string =>
  `select row_id, min(id) filter (where before is null) as from_move,
          coalesce(min(id) filter (where after in ('declined', 'won')), 9e18) as to_move
     from sim.move where record = '${record}' group by 1`;

/** Holds at every instant: each case of a bank is booked once, and what it took is not refunded as well. */
export const chargebacksAlways = onlyWithDayFiles(
  queryOracle("chargebacks at every instant", {
    "the books have a chargeback, or its return, that the bank has not": `
      select b.* from (${bookedCases}) b left join (${bankCases}) s using (payment_id, amount)
       where b.taken > coalesce(s.taken, 0) or b.returned > coalesce(s.returned, 0)`,
    "a case was won without the bank's return of it": `
      select c.id, c.case_number from chargeback c
       where c.status = 'won' and c.case_number like 'CB-%' and not exists (
         select 1 from simulator.chargeback s where s.case_number = c.case_number and s.kind = 'chargeback_reversal')`,
    "a chargeback is not booked once, or its return is not booked with it": `
      select c.id, c.status, c.amount, s.amounts, e.amounts as entered
        from chargeback c
       cross join lateral (select array_agg(amount order by amount) as amounts from settlement where chargeback_id = c.id) s
       cross join lateral (select array_agg(amount order by amount) as amounts from ledger_entry where chargeback_id = c.id) e
       where (s.amounts, e.amounts) is distinct from
             (case c.status when 'won' then array[- c.amount, c.amount] else array[- c.amount] end,
              case c.status when 'won' then array[- c.amount, c.amount] else array[- c.amount] end)`,
    "what was charged back of a payment is not the sum of its open cases, or more than its amount": `
      select p.id, p.amount, p.charged_back_amount, c.amount as cases
        from payment p left join (select payment_id, sum(amount) as amount from chargeback where status <> 'won' group by 1) c
          on c.payment_id = p.id
       where p.charged_back_amount <> coalesce(c.amount, 0) or p.charged_back_amount > p.amount`,
    // A bank may charge back what was refunded before; a refund that begins later has to leave that alone.
    "a refund began although its money was charged back": `
      with refunds as (select r.payment_id, r.amount, m.* from refund r join (${begun("refund")}) m on m.row_id = r.id),
           cases as (select c.payment_id, c.amount, m.* from chargeback c join (${begun("chargeback")}) m on m.row_id = c.id)
      select r.row_id, p.amount, r.amount as refunded, taken.amount as charged_back, before.amount as refunded_before
        from refunds r join payment p on p.id = r.payment_id
       cross join lateral (select coalesce(sum(amount), 0) as amount from cases c
                            where c.payment_id = p.id and c.from_move < r.from_move and c.to_move > r.from_move) taken
       cross join lateral (select coalesce(sum(amount), 0) as amount from refunds b
                            where b.payment_id = p.id and b.from_move < r.from_move and b.to_move > r.from_move) before
       where taken.amount > 0 and taken.amount + before.amount + r.amount > p.amount`,
  }),
);

/**
 * Holds at the end, when every file was imported: the books have what the bank has, for each payment that was captured.
 * Where files were imported out of their order, a case that came back may be left out: there is no room for it beside a
 * later one that is booked.
 */
export const chargebacksAgree = onlyWithDayFiles(
  queryOracle("chargebacks = cases", {
    "bank and books differ about the cases of a payment": `
      select c.* from (
        select payment_id, amount, coalesce(s.taken, 0) as taken, coalesce(s.returned, 0) as returned,
               coalesce(b.taken, 0) as booked, coalesce(b.returned, 0) as booked_back
          from (${bankCases}) s full join (${bookedCases}) b using (payment_id, amount)) c
        join payment p on p.id = c.payment_id
       where (taken, returned) <> (booked, booked_back)
         and not (taken > booked and taken - booked = returned - booked_back and c.amount > p.amount - p.charged_back_amount)`,
  }),
);
