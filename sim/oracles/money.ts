import { queryOracle } from "./oracle";

/** What the bank has done for each order, and whose order it is. */
const orders = `
  select o.order_id, o.captured, o.voided, o.credited, a.id as attempt_id, p.id as payment_id, p.link_id, p.amount
    from simulator.bank_order o
    left join attempt a on a.bank_order_id = o.order_id
    left join payment p on p.id = a.payment_id`;

/** Holds at every instant, also while transactions and calls are under way. */
export const moneyAlways = queryOracle("money at every instant", {
  "the bank captured an order that no attempt has": `
    select order_id from (${orders}) o where attempt_id is null`,
  "the bank captured a payment more than once": `
    select payment_id, count(*) from (${orders}) o where voided = 0 and credited < captured
     group by payment_id having count(*) > 1`,
  "the bank captured a link more than once": `
    select link_id, count(*) from (${orders}) o where link_id is not null and voided = 0 and credited < captured
     group by link_id having count(*) > 1`,
  "the bank captured another amount than the payment's": `
    select order_id, captured, amount from (${orders}) o where captured <> amount`,
  "more is refunded in the books than was captured": `
    select p.id, p.amount, sum(r.amount) from payment p join refund r on r.payment_id = p.id
     where r.status in ('approved', 'pending')
     group by p.id having sum(r.amount) > p.amount or bool_or(p.status <> 'captured')`,
  "two payments hold one code of an order": `
    select partner_id, partner_tx_code, count(*) from payment where status in ('initiated', 'captured')
     group by 1, 2 having count(*) > 1`,
  "a payment has two attempts that may take money": `
    select payment_id, count(*) from attempt where status in ('capturing', 'unknown', 'captured')
     group by payment_id having count(*) > 1`,
  // What was overdue at the last creation or handoff did not count, by a clock that may be a second ahead.
  "a terminal took more on a day than its limit": `
    select t.id, date_trunc('day', p.counted_at + interval '3 hours') as day, t.limit_daily, sum(p.amount)
      from payment p join terminal t on t.id = p.terminal_id
     where (p.status = 'captured' and p.voided_at is null)
        or (p.status = 'initiated' and (p.capture_started_at is not null or p.expires_at - interval '2 s'
              > (select max(greatest(other.created_at, other.prepare_started_at)) from payment other
                  where other.terminal_id = t.id)))
     group by 1, 2 having sum(p.amount) > t.limit_daily`,
  "a link has two payments that may take money": `
    select p.link_id, count(*) from payment p join attempt a on a.payment_id = p.id
     where p.link_id is not null and a.status in ('capturing', 'unknown', 'captured')
     group by p.link_id having count(*) > 1`,
});

/** Holds when nothing is under way any more: books and bank agree about each order, to the kuruş. */
export const booksAgree = queryOracle("books = bank", {
  "books and bank differ about an order": `
    with books as (
      select a.bank_order_id as order_id,
             case when a.status = 'captured' then p.amount else 0 end as captured,
             coalesce(sum(r.amount) filter (where r.method = 'void'), 0) as voided,
             coalesce(sum(r.amount) filter (where r.method = 'credit'), 0) as credited
        from attempt a
        join payment p on p.id = a.payment_id
        left join refund r on r.attempt_id = a.id and r.status = 'approved'
       group by a.id, p.id),
    returned as (
      select a.bank_order_id as order_id, sum(m.amount) as amount
        from money_return m join attempt a on a.id = m.attempt_id where m.status = 'approved' group by 1)
    select coalesce(b.order_id, o.order_id) as order_id, b.captured as booked, o.captured, b.voided as booked_voided,
           o.voided, b.credited as booked_credited, o.credited
      from books b full join simulator.bank_order o using (order_id) left join returned using (order_id)
     where coalesce(b.captured, 0) - coalesce(b.voided, 0) - coalesce(b.credited, 0)
           <> coalesce(o.captured, 0) - coalesce(o.voided, 0) - coalesce(o.credited, 0)
        or (returned.amount is null and (coalesce(b.captured, 0), coalesce(b.voided, 0), coalesce(b.credited, 0))
            <> (coalesce(o.captured, 0), coalesce(o.voided, 0), coalesce(o.credited, 0)))`,
});
