import type pg from "pg";
import { type Clock, plusMs } from "@/server/domain/clock";
import { type ClockMoveSettings, clockChannel, createClockMoves, type DueWorkGate } from "./clock-moves";
import type { Db } from "./db";

/**
 * The sandbox's clock: real time plus an offset (D-47). The offset only grows. It is stored in the database, and every
 * web process follows the moves of the others (D-331).
 */
export interface SandboxTime extends Clock {
  /** Loads the offset that an earlier run or another process stored. */
  load(): Promise<void>;
  /**
   * Advances the time to `instant`. An instant in the past changes nothing. The other processes hear of it at once, but
   * only the end of `alone` waits for them.
   */
  moveTo(instant: Date): Promise<void>;
  /**
   * Runs a move while no other process moves the clock or does due work. Resolves when every live process has the new
   * time, or after a few seconds without an answer of one.
   */
  alone<T>(move: () => Promise<T>): Promise<T>;
  /**
   * Lets this process take part in the moves of others, on the connection that holds its lease. Resolves when it has
   * the time that holds for all. Due work that passes `gate` waits while another process moves the clock.
   */
  follow(client: pg.Client, gate: DueWorkGate): Promise<void>;
}

export interface SandboxTimeSettings extends Omit<ClockMoveSettings, "clock"> {
  readonly db: Db;
}

export function createSandboxTime(settings: SandboxTimeSettings): SandboxTime {
  const { db, realTime } = settings;
  let offsetMs = 0;
  const clock = {
    take: (otherMs: number): void => {
      offsetMs = Math.max(offsetMs, otherMs);
    },
    async load() {
      const row = await db.prisma.sandboxClock.findUnique({ where: { id: 1 } });
      clock.take(Number(row?.offsetMs ?? 0n));
    },
  };
  const { alone, follow } = createClockMoves({ ...settings, clock });
  return {
    now: () => plusMs(realTime.now(), offsetMs),
    load: clock.load,
    alone,
    follow,
    async moveTo(instant) {
      const next = Math.max(0, instant.getTime() - realTime.now().getTime());
      const { rows } = await db.pool.query<{ offset: string }>(storeAndNotify, [next, clockChannel]);
      clock.take(Number(rows[0]?.offset));
    },
  };
}

const storeAndNotify = `
  with stored as (
    insert into sandbox_clock (id, offset_ms) values (1, $1)
    on conflict (id) do update set offset_ms = greatest(sandbox_clock.offset_ms, excluded.offset_ms)
    returning offset_ms
  )
  select offset_ms::text as offset, pg_notify($2, 'at ' || offset_ms) from stored`;
