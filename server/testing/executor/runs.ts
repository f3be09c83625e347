import type pg from "pg";
import { vi } from "vitest";

export interface EndedRun {
  readonly status: "completed" | "failed";
  readonly result: unknown;
}

/** Waits until a function has `count` runs and all have ended, and returns them. */
export async function waitForRuns(pool: pg.Pool, functionId: string, count = 1): Promise<EndedRun[]> {
  const sql = "select status, result from executor_run where function_id = $1 order by created_at, id";
  return vi.waitFor(
    async () => {
      const { rows } = await pool.query<{ status: string; result: unknown }>(sql, [functionId]);
      const ended = rows.filter((row): row is EndedRun => row.status !== "running");
      if (ended.length !== count || rows.length !== count) {
        throw new Error(`${ended.length} of ${rows.length} runs of ${functionId} have ended, not ${count}.`);
      }
      return ended;
    },
    { timeout: 60_000, interval: 20 },
  );
}

/** Waits until the first run of a function has stored the result of a step. */
export async function waitForStoredStep(pool: pg.Pool, functionId: string): Promise<void> {
  const sql = "select from executor_run where function_id = $1 and json_array_length(steps) > 0";
  await vi.waitFor(
    async () => {
      const { rowCount } = await pool.query(sql, [functionId]);
      if (!rowCount) throw new Error(`No run of ${functionId} has stored a step.`);
    },
    { timeout: 60_000, interval: 20 },
  );
}

/**
 * Lets the pause of a run pass: waits until a job of the function is due in the future, and makes it due now.
 * @returns the instant at which it was due, and an instant after it was planned, both in ms since the epoch
 */
export async function skipPause(pool: pg.Pool, functionId: string): Promise<{ runAt: number; seenAt: number }> {
  return vi.waitFor(
    async () => {
      const { rows } = await pool.query<{ id: string; run_at: Date }>(
        `select j.id, j.run_at from executor_job j join executor_run r on r.id = j.run_id
          where r.function_id = $1 and j.run_at > $2`,
        [functionId, new Date(Date.now() + 60_000)],
      );
      const [job] = rows;
      if (!job) throw new Error(`No job of ${functionId} pauses.`);
      const seenAt = Date.now();
      await pool.query("update executor_job set run_at = $2 where id = $1", [job.id, new Date(seenAt)]);
      return { runAt: job.run_at.getTime(), seenAt };
    },
    { timeout: 60_000, interval: 20 },
  );
}

/** Counts the runs that break the rule that exactly the running runs have a job. */
export async function countBrokenRuns(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `select from executor_run r
      where (status = 'running') <> exists (select from executor_job j where j.run_id = r.id)`,
  );
  return rowCount ?? 0;
}
