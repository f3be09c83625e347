import type { Db } from "../db";

/** What an installation has of the way to its first payment. */
export interface FirstStepsRow {
  readonly hasBins: boolean;
  readonly hasAcceptance: boolean;
  readonly hasCredentials: boolean;
  readonly hasTariff: boolean;
  readonly hasPassed: boolean;
  readonly hasLive: boolean;
  readonly hasPayment: boolean;
  /** The first account that is not closed, and its terminal that has come furthest; null where there is none. */
  readonly partnerId: string | null;
  readonly terminalId: string | null;
}

/**
 * Reads which steps some account of the installation has taken. A connection that has gone live counts as one that
 * passed its diagnosis, because an override replaces the diagnosis (D-246).
 */
export async function readFirstSteps(db: Db): Promise<FirstStepsRow> {
  const { rows } = await db.pool.query<FirstStepsRow>(statement);
  const [row] = rows;
  if (!row) throw new Error("A statement without a table returned no row");
  return row;
}

const statement = `
  with first_partner as (
    select id from partner where status <> 'closed' order by created_at, id limit 1),
  first_terminal as (
    select t.id from terminal t where t.partner_id = (select id from first_partner)
     order by t.active desc,
              exists (select 1 from bank_connection c where c.terminal_id = t.id and c.replaced_at is null) desc,
              t.created_at
     limit 1)
  select exists (select 1 from bin_range where origin = 'imported') as "hasBins",
         exists (select 1 from partner where status = 'active' and not acceptance_held) as "hasAcceptance",
         exists (select 1 from bank_connection where not proposed and replaced_at is null) as "hasCredentials",
         exists (select 1 from tariff where withdrawn_at is null) as "hasTariff",
         exists (select 1 from bank_connection c
                  where not c.proposed and c.replaced_at is null
                    and (c.live or (select d.passed from bank_diagnosis d where d.connection_id = c.id
                                     order by d.at desc limit 1))) as "hasPassed",
         exists (select 1 from terminal where active) as "hasLive",
         exists (select 1 from payment where status = 'captured') as "hasPayment",
         (select id from first_partner) as "partnerId",
         (select id from first_terminal) as "terminalId"`;
