/**
 * What holds for payouts, chargebacks and banks' days after everything has ended, whatever was cut. Each query finds
 * the rows that violate a rule.
 */
export const moneyRules: Readonly<Record<string, string>> = {
  "a payout at the bank without exactly one approval by two people, or another one with any": `
    select p.id, p.status, count(c.id)
      from payout p
      left join staff_change c
        on c.kind = 'payouts' and c.status = 'approved' and jsonb_exists(c.payload::jsonb -> 'payoutIds', p.id)
     group by p.id
    having count(c.id) <> case when p.status in ('prepared', 'withdrawn') then 0 else 1 end
        or (count(c.id) = 1 and max(c.id) <> p.change_id)`,
  "a file for the bank that is not the sum of its payouts": `
    select f.id, f.count, f.amount, count(p.id)
      from payout_file f left join payout p on p.file_id = f.id
     group by f.id having count(p.id) <> f.count or sum(p.amount) <> f.amount`,
  "a payout that was sent, or has arrived, without a file": `
    select id, status from payout where status in ('sent', 'paid_out') and file_id is null`,
  "settlements that more than one payout pays": `
    select root_id from payout where status in ('prepared', 'approved', 'sent', 'paid_out')
     group by root_id having count(*) > 1`,
  "a settlement in a payout that was withdrawn": `
    select s.id, p.id as payout from settlement s join payout p on p.id = s.payout_id where p.status = 'withdrawn'`,
  "a payout without exactly one event, of its outcome, or an open one with any": `
    select p.id, p.status, array_agg(e.type)
      from payout p left join outbox_event e on e.resource_type = 'payout_item' and e.resource_id = p.id
     group by p.id
    having array_remove(array_agg(e.type), null)
        <> case when p.status in ('paid_out', 'failed') then array['payout.' || p.status] else '{}' end`,
  "a payout whose approval, arrival or return is not entered exactly once": `
    select p.id, p.status, array_agg(e.kind)
      from payout p left join ledger_entry e on e.payout_id = p.id
     group by p.id
    having count(*) filter (where e.kind = 'payout')
             <> case when p.status in ('prepared', 'withdrawn') then 0 else 1 end
        or count(*) filter (where e.kind = 'payout_paid') <> case p.status when 'paid_out' then 1 else 0 end
        or count(*) filter (where e.kind = 'payout_return') <> case p.status when 'failed' then 1 else 0 end`,
  "a chargeback that the bank does not know so, or one of the bank that is not booked so": `
    select c.id, c.status, c.amount, b.case_number, b.taken, b.returned
      from chargeback c
      full join (select case_number, sum(amount) filter (where kind = 'chargeback') as taken,
                        sum(amount) filter (where kind = 'chargeback_reversal') as returned
                   from simulator.chargeback group by case_number) b using (case_number)
     where c.amount is distinct from b.taken
        or (case c.status when 'won' then c.amount end) is distinct from b.returned`,
  "a chargeback without exactly its settlements": `
    select c.id, c.status, array_agg(s.amount)
      from chargeback c left join settlement s on s.chargeback_id = c.id
     group by c.id
    having count(s.id) <> case c.status when 'won' then 2 else 1 end
        or sum(s.amount) <> case c.status when 'won' then 0 else - c.amount end`,
  "a chargeback of which staff have heard more than once, or never": `
    select c.id, count(a.subject)
      from chargeback c left join staff_alert a on a.kind = 'chargeback_open' and a.subject = c.id
     group by c.id having count(a.subject) <> 1`,
  "chargebacks of which each person of the merchant has not got exactly one mail": `
    select written.count, due.count as due
      from (select count(*) from mail_message where kind = 'chargeback') written,
           (select count(*) from chargeback c join panel_user u on u.partner_id = c.partner_id
             where u.role in ('owner', 'finance')) due
     where written.count <> due.count`,
  "a day of a bank that is closed with open differences, or open without any": `
    select d.id, d.closed_at, count(x.id)
      from bank_day d left join bank_difference x on x.bank_day_id = d.id and x.closed_at is null
     group by d.id having (d.closed_at is null) <> (count(x.id) > 0)`,
  "a line of a bank's day without its entry": `
    select bank_day_id, number, kind from bank_day_line where entry_id is null`,
};
