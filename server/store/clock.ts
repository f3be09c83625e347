import type { Clock } from "@/server/domain/clock";
import type { Db } from "./db";

/**
 * The sandbox's clock: real time plus an offset (D-47). The offset of a process only grows and is stored in the
 * database. It is read once, at the start, so another web process does not see a move that this one makes.
 */
export interface SandboxTime extends Clock {
  /** Loads the offset that an earlier run stored. */
  load(): Promise<void>;
  /** Advances the time to `instant`. An instant in the past changes nothing. */
  moveTo(instant: Date): Promise<void>;
}

export function createSandboxTime(db: Db): SandboxTime {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    async load() {
      const row = await db.prisma.sandboxClock.findUnique({ where: { id: 1 } });
      offsetMs = Number(row?.offsetMs ?? 0n);
    },
    async moveTo(instant) {
      const next = Math.max(offsetMs, instant.getTime() - Date.now());
      const row = { offsetMs: BigInt(next) };
      await db.prisma.sandboxClock.upsert({ where: { id: 1 }, create: { id: 1, ...row }, update: row });
      offsetMs = next;
    },
  };
}
