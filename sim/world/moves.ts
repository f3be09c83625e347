/** A column with a status, whose every change is recorded by a trigger. */
const watchedTables = [
  "payment",
  "attempt",
  "payment_link",
  "refund",
  "money_return",
  "webhook_delivery",
  "payout",
  "chargeback",
] as const;
export type WatchedTable = (typeof watchedTables)[number];

/**
 * Creates the record of every change of a status. A trigger writes it in the transaction of the change, so it has
 * exactly the changes that were committed, in the order in which their statements ran. What is changed of a bank's day
 * is recorded too, with its transaction and whether the day was closed.
 */
export const recordOfMoves = `
create schema sim;
create table sim.move (
  id bigint generated always as identity primary key,
  record text not null,
  row_id text not null,
  before text,
  after text not null
);
create function sim.note_move() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into sim.move (record, row_id, after) values (tg_table_name, new.id, new.status::text);
  elsif old.status is distinct from new.status then
    insert into sim.move (record, row_id, before, after)
    values (tg_table_name, new.id, old.status::text, new.status::text);
  end if;
  return null;
end $$;
${watchedTables
  .map(
    (table) =>
      `create trigger sim_note_move after insert or update on ${table} for each row execute function sim.note_move();`,
  )
  .join("\n")}
create table sim.day_touch (bank_day_id text not null, record text not null, was_closed boolean not null, tx bigint not null);
create function sim.note_touch() returns trigger language plpgsql as $$
declare
  v_day text := to_jsonb(new) ->> case tg_table_name when 'bank_day' then 'id' else 'bank_day_id' end;
begin
  insert into sim.day_touch
  select id, tg_table_name, closed_at is not null, txid_current() from bank_day where id = v_day;
  return null;
end $$;
${["bank_day", "bank_day_line", "bank_difference"]
  .map(
    (table) =>
      `create trigger sim_note_touch after insert or update on ${table} for each row execute function sim.note_touch();`,
  )
  .join("\n")}
`;
