import type pg from "pg";
import type { RealTime } from "@/server/domain/real-time";
import type { Db } from "./db";
import { leaseClass } from "./process-lock";

/** Lets due work of this process pass, or holds it up while `exclusive` runs; waits for the work under way first. */
export interface DueWorkGate {
  exclusive<T>(work: () => Promise<T>): Promise<T>;
}

export interface ClockMoveSettings {
  readonly db: Db;
  readonly processNumber: number;
  readonly log: { warn(facts: object, message: string): void };
  readonly realTime: RealTime;
  /** The clock of this process: takes an offset in ms unless it has a larger one, and loads the stored one. */
  readonly clock: { take(offsetMs: number): void; load(): Promise<void> };
  /** How long a process may take to answer, ms. */
  readonly answerMs?: number;
  /** How long the due work of another process may take to end, ms. */
  readonly workMs?: number;
}

/** The channel of the notifications: `move NUMBER` when a process begins a move, `at OFFSET_MS` for each step of it. */
export const clockChannel = "vezne_clock";

/**
 * The class of the advisory locks of the clock. A process that moves it holds `move` exclusively. Each process shows on
 * the connection of its lease where it is: it holds `open` while it does due work as it likes, `closing` while it waits
 * for the end of work under way, and none of them while its due work waits for the end of a move.
 */
const clockClass = 743_615_085;
const key = { move: 0, open: 1, closing: 2 } as const;

const lookEveryMs = 20;

/**
 * How the processes of a sandbox move one clock together (D-331). All state is in advisory locks, which end with their
 * process, so no process waits for one that is gone, and a move whose process died is over at once.
 */
export function createClockMoves(settings: ClockMoveSettings) {
  const { db, processNumber, clock, log, realTime, answerMs = 3_000, workMs = 60_000 } = settings;
  let lastMove: Promise<unknown> = Promise.resolve();
  let isMovingHere = false;

  const waitForOthers = async (state: OtherState, withinMs: number): Promise<void> => {
    const startedAt = realTime.monotonicMs();
    for (;;) {
      const { rows } = await db.pool.query<{ number: string }>(otherProcesses[state], [leaseClass, processNumber]);
      if (rows.length === 0) return;
      if (realTime.monotonicMs() - startedAt >= withinMs) {
        const processes = rows.map(({ number }) => Number(number));
        log.warn({ processes, state }, "A process does not follow the move of the sandbox clock; going on without it");
        return;
      }
      await realTime.sleep(lookEveryMs);
    }
  };
  const moveAlone = async <T>(move: () => Promise<T>): Promise<T> => {
    const client = await db.pool.connect();
    try {
      while (!(await lock(client, "pg_try_advisory_lock", "move"))) await realTime.sleep(lookEveryMs);
      isMovingHere = true;
      await clock.load();
      await client.query("select pg_notify($1, $2)", [clockChannel, `move ${processNumber}`]);
      await waitForOthers("open", answerMs);
      await waitForOthers("closing", workMs);
      return await move();
    } finally {
      isMovingHere = false;
      // The end of the session would release the lock too, but this connection returns to the pool.
      client.release(!(await lock(client, "pg_advisory_unlock", "move").catch(() => false)));
    }
  };

  /** Waits while another process moves the clock, then takes its time and shows that this process is open. */
  const open = async (client: pg.Client): Promise<void> => {
    let isHeld = false;
    // In shared mode, so that no other move begins until this process is open and will be waited for.
    while (!isMovingHere && !isHeld) {
      isHeld = await lock(client, "pg_try_advisory_lock_shared", "move");
      if (!isHeld) await realTime.sleep(lookEveryMs);
    }
    await clock.load();
    await lock(client, "pg_advisory_lock_shared", "open");
    if (isHeld) await lock(client, "pg_advisory_unlock_shared", "move");
  };
  const pause = async (client: pg.Client, gate: DueWorkGate): Promise<void> => {
    await lock(client, "pg_advisory_lock_shared", "closing");
    await lock(client, "pg_advisory_unlock_shared", "open");
    await gate.exclusive(async () => {
      await lock(client, "pg_advisory_unlock_shared", "closing");
      await open(client);
    });
  };
  return {
    async alone<T>(move: () => Promise<T>): Promise<T> {
      const moved = lastMove.then(() => moveAlone(move));
      lastMove = moved.catch(() => undefined);
      const result = await moved;
      await waitForOthers("not open", answerMs);
      return result;
    },
    async follow(client: pg.Client, gate: DueWorkGate): Promise<void> {
      const opening = client.query(`listen ${clockChannel}`).then(() => gate.exclusive(() => open(client)));
      // A pause follows the one before it, so that this process never waits for its own gate while it shows `closing`.
      let last: Promise<unknown> = opening;
      client.on("notification", ({ payload = "" }) => {
        const [word, number] = payload.split(" ");
        if (word === "at") clock.take(Number(number));
        else if (Number(number) !== processNumber) {
          // An error means that the connection is lost; then this process follows again on the next one.
          last = last.then(() => pause(client, gate)).catch(() => undefined);
        }
      });
      await opening;
    },
  };
}

async function lock(client: pg.ClientBase, call: string, name: keyof typeof key): Promise<boolean> {
  const { rows } = await client.query(`select ${call}($1, $2)::text as held`, [clockClass, key[name]]);
  return rows[0]?.held === "true" || rows[0]?.held === "";
}

/** The leases of live processes, except the own one, whose connection has or has not one of the clock's locks. */
const listOthers = (has: "exists" | "not exists", name: keyof typeof key): string => `
  with ours as (
    select pid, classid, objid from pg_locks
    where locktype = 'advisory' and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())
  )
  select objid::text as number from ours as lease
  where classid = $1 and objid <> $2
    and ${has} (select from ours where ours.pid = lease.pid and classid = ${clockClass} and objid = ${key[name]})`;

const otherProcesses = {
  open: listOthers("exists", "open"),
  closing: listOthers("exists", "closing"),
  "not open": listOthers("not exists", "open"),
} as const;

type OtherState = keyof typeof otherProcesses;
