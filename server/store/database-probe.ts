import pg from "pg";
import type { DatabaseProbe } from "@/server/domain/operations/watch-rules";
import { slowDatabaseMs } from "../domain/operations/watch-rules";
import type { RealTime } from "../domain/real-time";
import { readDatabaseClock } from "./installation";

export interface DatabaseProber {
  /** Asks up to three times and returns the fastest answer. Never rejects. */
  probe(): Promise<DatabaseProbe>;
  close(): Promise<void>;
}

const triesMax = 3;
/** The longest wait for a connection or for an answer, ms. */
const answerMs = 3_000;

/**
 * Measures how fast the database answers, on a connection of its own: a pool without a free connection is another
 * incident than a slow database.
 */
export function createDatabaseProber(databaseUrl: string, realTime: RealTime): DatabaseProber {
  let client: pg.Client | null = null;

  const connect = async (): Promise<pg.Client> => {
    const next = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      statement_timeout: answerMs,
      keepAlive: true,
    });
    next.on("error", () => undefined);
    await next.connect();
    return next;
  };
  const drop = (): void => {
    const old = client;
    client = null;
    void old?.end().catch(() => undefined);
  };
  const ask = async (): Promise<Answer> => {
    client ??= await connect();
    const [before, startedAt] = [realTime.now().getTime(), realTime.monotonicMs()];
    const at = await readDatabaseClock({ pool: client });
    const middle = (before + realTime.now().getTime()) / 2;
    return { ms: realTime.monotonicMs() - startedAt, aheadMs: middle - at.getTime(), at };
  };
  return {
    async probe() {
      let fastest: Answer | null = null;
      try {
        for (let tries = 0; tries < triesMax; tries++) {
          const answer = await ask();
          if (fastest === null || answer.ms < fastest.ms) fastest = answer;
          if (answer.ms <= slowDatabaseMs) break;
        }
      } catch (error) {
        drop();
        // A database that does not answer is not asked for longer than a look may take.
        return fastest ?? { failure: nameFailure(error) };
      }
      return fastest ?? { failure: "unknown" };
    },
    async close() {
      drop();
    },
  };
}

type Answer = Exclude<DatabaseProbe, { failure: string }>;

/** The code of an error, or its message, neither of which holds the address. */
const nameFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
};
