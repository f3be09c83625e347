import { plusMs } from "@/server/domain/clock";
import { forgottenMs, isReceiverFailing } from "@/server/domain/operations/watch-rules";
import { closeAlerts, raiseAlert } from "@/server/store/alerts";
import { inTx } from "@/server/store/db";
import {
  addReceiverFailures,
  eraseFailingReceivers,
  type FailingReceiverRow,
  listFailingReceivers,
} from "@/server/store/operations/failing-receivers";
import type { Ctx } from "../ctx";
import type { ReceiverNote } from "../receiver-notes";

/**
 * Writes what this process has noted about the receivers of merchants, raises an alert about a receiver that fails
 * every attempt, and closes it with the first answer, or a day after the last attempt (D-365). Where nothing fails it
 * costs one query.
 * @param now replaces the present in tests
 */
export async function recordReceivers(
  ctx: Ctx,
  { now = ctx.realTime.now() }: { readonly now?: Date } = {},
): Promise<void> {
  const notes = ctx.receivers.take();
  const known = await listFailingReceivers(ctx.db);
  const ended = known.filter((row) => hasAnswered(notes, row) || row.lastAt < plusMs(now, -forgottenMs));
  const failures = notes.map(toFailures).filter((row) => row !== null);
  if (ended.length === 0 && failures.length === 0) return;
  const endedIds = ended.map(({ partnerId }) => partnerId);
  await inTx(ctx.db, async (tx) => {
    await eraseFailingReceivers(tx, endedIds);
    await closeAlerts(tx, { kinds: ["receiver_failing"], subjects: endedIds }, ctx.clock.now());
    for (const added of failures) {
      const row = await addReceiverFailures(tx, added);
      if (!isReceiverFailing(row)) continue;
      const alert = { kind: "receiver_failing", subject: row.partnerId, detail: describe(row) } as const;
      const isNew = await raiseAlert(tx, alert, ctx.clock.now());
      if (isNew) ctx.log.error({ alert: alert.kind, incident: alert.kind, partnerId: row.partnerId }, alert.detail);
    }
  });
}

const hasAnswered = (notes: readonly ReceiverNote[], row: FailingReceiverRow): boolean =>
  notes.some((note) => note.partnerId === row.partnerId && note.hasAnswered);

const toFailures = ({ partnerId, failures, since, lastAt, lastError }: ReceiverNote): FailingReceiverRow | null =>
  since === null || lastAt === null ? null : { partnerId, failures, since, lastAt, lastError: lastError ?? "unknown" };

const describe = ({ failures, since, lastError }: FailingReceiverRow): string =>
  `${failures} attempts failed since ${since.toISOString()}, the last one with ${lastError}`;
