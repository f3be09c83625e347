import { queryOracle } from "./oracle";

/** Holds at every instant: a closed month is what its entries add up to, so nothing was entered into it later. */
export const monthsAlways = queryOracle("closed months at every instant", {
  "a closed month is not the sum of its entries": `
    select m.partner_id, m.month, t.count, t.net, e.count as entries, e.net as entered
      from statement_month m
     cross join lateral (
       select coalesce(sum(count), 0) as count, coalesce(sum(amount + commission_amount), 0) as net
         from statement_total where partner_id = m.partner_id and month = m.month) t
     cross join lateral (
       select count(*) as count, coalesce(sum(amount + commission_amount), 0) as net from ledger_entry
        where partner_id = m.partner_id and kind not in ('carry_over', 'payout', 'payout_return') and occurred_at < m.ends_at
          and occurred_at >= (m.month::timestamp - interval '3 hours') at time zone 'UTC') e
     where (t.count, t.net) <> (e.count, e.net)`,
  "a month was closed before it was over": `
    select partner_id, month, closed_at from statement_month where closed_at < ends_at`,
});
