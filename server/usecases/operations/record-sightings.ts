import { plusMs } from "@/server/domain/clock";
import { type Sighting, unseenMs } from "@/server/domain/operations/watch-rules";
import { closeAlerts, raiseAlert } from "@/server/store/alerts";
import { inTx } from "@/server/store/db";
import { hasWatchedAlert, listUnseenAlerts, lockLooks, upsertSightings } from "@/server/store/operations/sightings";
import type { Ctx } from "../ctx";

export interface RecordSightingsInput {
  /** What this process sees now. */
  readonly sightings: readonly Sighting[];
  /** The time of the database's clock, because the clocks of the processes may differ. */
  readonly at: Date;
}

/**
 * Raises an alert for each cause that this process sees, and closes the alerts of watched kinds whose cause no process
 * has seen for 45 seconds (D-364). Several processes that see the same thing have one alert. Where there is nothing to
 * raise and nothing to close, it costs one query.
 */
export async function recordSightings(ctx: Ctx, { sightings, at }: RecordSightingsInput): Promise<void> {
  if (sightings.length === 0 && !(await hasWatchedAlert(ctx.db))) return;
  const { processNumber } = ctx;
  const { opened, closed } = await inTx(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    await lockLooks(tx);
    const since = plusMs(at, -unseenMs);
    await upsertSightings(tx, sightings, { processNumber, at, keptSince: since });
    const opened: Sighting[] = [];
    for (const sighting of sightings) if (await raiseAlert(tx, sighting, now)) opened.push(sighting);
    const closed = await listUnseenAlerts(tx, since);
    for (const { kind, subject } of closed) await closeAlerts(tx, { kinds: [kind], subjects: [subject] }, now);
    return { opened, closed };
  });
  for (const { kind, subject, detail } of opened) ctx.log.error({ alert: kind, incident: kind, subject }, detail);
  for (const { kind, subject } of closed) ctx.log.info({ incident: kind, subject }, "The incident has ended");
}
