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
    { timeout: 15_000, interval: 20 },
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
