import type { Log } from "@/server/usecases/ctx";

/** How long no request has to meet trouble until it counts as over, ms. */
const quietMs = 10_000;

interface Trouble {
  readonly beganAt: number;
  requests: number;
  /** Ends the trouble when no request has met it for a while. */
  readonly end: NodeJS.Timeout;
}

/** The trouble that each log has reported and that is not over. */
const troubles = new WeakMap<Log, Trouble>();

/**
 * Counts a request that met trouble with the database (D-68). One line says that it has begun and one that it is over,
 * because a line for each request would fill the disk while the database is away.
 * @param cause the cause in a word
 */
export function noteTrouble(cause: string, log: Log): void {
  const trouble = troubles.get(log);
  if (trouble) {
    trouble.requests += 1;
    trouble.end.refresh();
    return;
  }
  log.error({ cause }, "The database does not answer; requests are answered 503 until it does");
  const end = setTimeout(() => endTrouble(log), quietMs).unref();
  troubles.set(log, { beganAt: performance.now(), requests: 1, end });
}

function endTrouble(log: Log): void {
  const trouble = troubles.get(log);
  if (!trouble) return;
  const seconds = Math.round((performance.now() - trouble.beganAt - quietMs) / 1_000);
  log.info({ requests: trouble.requests, seconds }, "No request has met trouble with the database for 10 s");
  troubles.delete(log);
}
