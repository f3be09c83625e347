import type pg from "pg";
import type { Outcome, RunEvent, StepResult, Work } from "./run";

/** The pool, or a connection with an open transaction. */
export type Queryable = Pick<pg.Pool, "query">;

export interface NewRun {
  readonly id: string;
  /** The unique key: a run whose key a kept run already has is not inserted. */
  readonly key: string;
  readonly functionId: string;
  readonly event: RunEvent;
  readonly slots: readonly string[];
  readonly runAt: Date;
}

/**
 * Inserts runs, each with its first call, in one statement. They are sorted by key, so two parallel statements cannot
 * deadlock.
 */
export async function insertRuns(db: Queryable, runs: readonly NewRun[], now: Date): Promise<void> {
  if (runs.length === 0) return;
  const sorted = [...runs].sort((a, b) => (a.key < b.key ? -1 : 1));
  await db.query({
    name: "executor_insert_runs",
    text: `
      with given as materialized (
        select * from unnest($1::text[], $2::text[], $3::text[], $4::json[], $5::timestamptz[], $6::json[])
          as g(id, key, function_id, event, run_at, slots)
      ), run as (
        insert into executor_run (id, key, function_id, status, event, steps, version, created_at)
        select id, key, function_id, 'running', event, '[]', -1, $7 from given
        on conflict (key) do nothing
        returning id
      )
      insert into executor_job (id, run_id, kind, step_id, attempt, run_at, slots, eager)
      select id, id, 'call', 'step', 0, run_at, array(select json_array_elements_text(slots)), false
      from run join given using (id)`,
    values: [
      sorted.map(({ id }) => id),
      sorted.map(({ key }) => key),
      sorted.map(({ functionId }) => functionId),
      sorted.map(({ event }) => JSON.stringify(event)),
      sorted.map(({ runAt }) => runAt),
      sorted.map(({ slots }) => JSON.stringify(slots)),
      now,
    ],
  });
}

const workColumns = `
  j.id, j.run_id, j.kind, j.step_id, j.attempt, j.run_at, j.slots, j.eager, r.function_id, r.event, r.steps, r.version,
  array(select s.step_id from executor_job s where s.run_id = j.run_id and s.id <> j.id) as sibling_step_ids
  from executor_job j join executor_run r on r.id = j.run_id`;

export interface DueQuery {
  readonly now: Date;
  readonly except: readonly string[];
  /** Jobs that need one of these slots are left out, so a busy key does not delay the others. */
  readonly fullSlots: readonly string[];
  readonly countMax: number;
}

/** Lists the due jobs, longest waiting first. */
export async function listDueWork(db: Queryable, { now, except, fullSlots, countMax }: DueQuery): Promise<Work[]> {
  const { rows } = await db.query<WorkRow>({
    name: "executor_due",
    text: `select ${workColumns}
      where j.run_at <= $1 and j.id <> all($2::text[]) and not (j.slots && $3::text[])
      order by j.run_at, j.id limit $4`,
    values: [now, except, fullSlots, countMax],
  });
  return rows.map(toWork);
}

/** Returns a job's current state; null when it no longer exists. */
export async function findWork(db: Queryable, id: string): Promise<Work | null> {
  const text = `select ${workColumns} where j.id = $1`;
  const { rows } = await db.query<WorkRow>({ name: "executor_find", text, values: [id] });
  return rows[0] ? toWork(rows[0]) : null;
}

/** Locks a run's row, so that jobs of one run that finish in parallel are recorded one after the other. */
export async function lockRun(db: Queryable, runId: string): Promise<void> {
  const text = "select 1 from executor_run where id = $1 for update";
  await db.query({ name: "executor_lock_run", text, values: [runId] });
}

/** Returns when the next sleep or retry after `now` ends, or null. */
export async function findNextRunAt(db: Queryable, now: Date): Promise<Date | null> {
  const text = "select run_at from executor_job where run_at > $1 order by run_at limit 1";
  const { rows } = await db.query<{ run_at: Date }>({ name: "executor_next", text, values: [now] });
  return rows[0]?.run_at ?? null;
}

/**
 * Replaces a job by its result, if the job still exists. Returns false and changes nothing when another process has
 * already recorded it.
 */
export async function recordOutcome(db: Queryable, work: Work, outcome: Outcome, now: Date): Promise<boolean> {
  const { steps, version, end } = outcome;
  const jobs = outcome.jobs.map((job) => ({
    ...job,
    step_id: job.stepId,
    run_at: job.runAt,
    slots: work.slots,
  }));
  const { rowCount } = await db.query({
    name: "executor_record",
    text: `
      with done as (delete from executor_job where id = $1 returning run_id),
      others as (
        delete from executor_job where $5::text is not null and id <> $1 and run_id = (select run_id from done)
      ),
      run as (
        update executor_run
        set steps = coalesce($2::json, steps), version = $3, status = coalesce($5, status), result = $6::json,
          ended_at = case when $5::text is null then null else $7::timestamptz end
        where id = (select run_id from done)
        returning id
      ),
      added as (
        insert into executor_job (id, run_id, kind, step_id, attempt, run_at, slots, eager)
        select j.id, run.id, j.kind, j.step_id, j.attempt, j.run_at, j.slots, j.eager
        from run, json_to_recordset($4)
          as j(id text, kind text, step_id text, attempt int, run_at timestamptz, slots text[], eager boolean)
        on conflict (run_id, step_id) do update
        set id = excluded.id, attempt = excluded.attempt, run_at = excluded.run_at
      )
      select from run`,
    values: [
      work.id,
      steps && JSON.stringify(steps),
      version,
      JSON.stringify(jobs),
      end?.status ?? null,
      end && (end.status === "completed" ? end.result : JSON.stringify(end.error)),
      now,
    ],
  });
  return rowCount === 1;
}

/** Deletes at most `countMax` runs that ended before an instant, and returns how many. */
export async function deleteEndedRuns(db: Queryable, before: Date, countMax: number): Promise<number> {
  const { rowCount } = await db.query({
    text: `delete from executor_run
      where id in (select id from executor_run where ended_at < $1 order by ended_at limit $2)`,
    values: [before, countMax],
  });
  return rowCount ?? 0;
}

export async function inTransaction(pool: pg.Pool, work: (tx: Queryable) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  // A connection that breaks between two statements emits an error event, which would end the process without a
  // listener.
  const ignore = (): void => undefined;
  client.on("error", ignore);
  let broken: Error | undefined;
  try {
    await client.query("begin");
    await work(client);
    await client.query("commit");
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A connection on which a transaction failed is closed, which rolls the transaction back.
    client.off("error", ignore);
    client.release(broken);
  }
}

interface WorkRow {
  readonly id: string;
  readonly run_id: string;
  readonly kind: Work["kind"];
  readonly step_id: string;
  readonly attempt: number;
  readonly run_at: Date;
  readonly slots: string[];
  readonly eager: boolean;
  readonly function_id: string;
  readonly event: RunEvent;
  readonly steps: StepResult[];
  readonly version: number;
  readonly sibling_step_ids: string[];
}

const toWork = ({ run_id, step_id, run_at, function_id, sibling_step_ids, ...row }: WorkRow): Work => ({
  ...row,
  runId: run_id,
  stepId: step_id,
  runAt: run_at,
  functionId: function_id,
  siblingStepIds: sibling_step_ids,
});
