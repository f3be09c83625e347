import { type AlertKind, watchedKinds } from "@/server/domain/alerts";
import type { Sighting } from "@/server/domain/operations/watch-rules";
import type { Db, Tx } from "../db";

/** Whether an alert of a watched kind is not closed. */
export async function hasWatchedAlert({ pool }: Pick<Db, "pool">): Promise<boolean> {
  const found = await pool.query(
    "select 1 from staff_alert where closed_at is null and kind = any($1::text[]) limit 1",
    [[...watchedKinds]],
  );
  return found.rowCount === 1;
}

/** The key of the lock of looks: what one process has just seen must not be closed by the look of another one. */
const lookLock = 7_436_150_862;

/** Lets the processes write their looks one after the other, until the end of the transaction. */
export async function lockLooks(tx: Tx): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(${lookLock})`;
}

/** Records what a process sees, and erases what was last seen before an instant. */
export async function upsertSightings(
  tx: Tx,
  sightings: readonly Sighting[],
  { processNumber, at, keptSince }: { readonly processNumber: number; readonly at: Date; readonly keptSince: Date },
): Promise<void> {
  const [kinds, subjects] = [sightings.map(({ kind }) => kind), sightings.map(({ subject }) => subject)];
  await tx.$executeRaw`
    insert into incident_sighting (kind, subject, process_number, seen_at)
    select kind, subject, ${processNumber}::int, ${at}
      from unnest(${kinds}::text[], ${subjects}::text[]) as seen (kind, subject)
    on conflict (kind, subject, process_number) do update set seen_at = excluded.seen_at`;
  // What this process does not see any more must not keep an alert open.
  await tx.$executeRaw`
    delete from incident_sighting
     where seen_at < ${keptSince} or (process_number = ${processNumber}::int and seen_at < ${at})`;
}

export interface UnseenAlert {
  readonly kind: AlertKind;
  readonly subject: string;
}

/** Lists the alerts of watched kinds that are not closed and whose cause no process has seen since an instant. */
export const listUnseenAlerts = (tx: Tx, since: Date): Promise<UnseenAlert[]> =>
  tx.$queryRaw<UnseenAlert[]>`
    select kind, subject from staff_alert a
     where closed_at is null and kind = any(${[...watchedKinds]}::text[])
       and not exists (select 1 from incident_sighting s
                        where s.kind = a.kind and s.subject = a.subject and s.seen_at > ${since})`;
