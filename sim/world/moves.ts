/** A column with a status, whose every change is recorded by a trigger. */
const watchedTables = [
  "payment",
  "attempt",
  "payment_link",
  "refund",
  "money_return",
  "webhook_delivery",
  "payout",
] as const;
export type WatchedTable = (typeof watchedTables)[number];

/**
 * Creates the record of every change of a status. A trigger writes it in the transaction of the change, so it has
 * exactly the changes that were committed, in the order in which their statements ran.
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
`;
