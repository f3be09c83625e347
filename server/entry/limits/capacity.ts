import { monitorEventLoopDelay } from "node:perf_hooks";
import { getContext } from "@/server/context";
import { AppError } from "@/server/domain/errors";
import { processGlobal } from "@/server/process-global";
import type { Log } from "@/server/usecases/ctx";

/** What this process has to do at the moment. */
export interface Load {
  /** How late timers fire, ms: the mean of the last second. */
  readonly loopDelayMs: number;
  /** How many pieces of work wait for a connection of the pool, for each connection. */
  readonly waitingPerConnection: number;
}

/** At either of these a request waits for seconds before its work begins. */
const ceiling: Load = { loopDelayMs: 500, waitingPerConnection: 50 };

/** The process keeps to its decision until the load has fallen below this part of the ceiling. */
const relief = 0.7;

/** How long a client waits before it tries again, seconds; the contract adds growing pauses (§7.1). */
const retryAfterSeconds = 5;
const logEveryMs = 10_000;

export interface Capacity {
  /** Admits new work. Throws service_overloaded where the process is at its capacity and is to refuse it (D-68). */
  admit(): void;
}

export interface CapacitySettings {
  /** `observe` only counts and logs what `enforce` would refuse. */
  readonly check: "observe" | "enforce";
  readLoad(): Load;
  readonly log: Log;
  /** Called for each request that comes at the ceiling. */
  readonly onExceeded?: () => void;
}

/** Creates the check of the capacity of this process (D-68). Payments that are under way are not asked. */
export function createCapacity({ check, readLoad, log, onExceeded }: CapacitySettings): Capacity {
  let isFull = false;
  let refused = 0;
  let loggedAt = -logEveryMs;
  return {
    admit() {
      const load = readLoad();
      isFull = isAbove(load, isFull ? relief : 1);
      if (!isFull) return;
      refused += 1;
      onExceeded?.();
      if (performance.now() - loggedAt >= logEveryMs) {
        log.warn({ check, requests: refused, ...load }, "This process is at its capacity");
        [loggedAt, refused] = [performance.now(), 0];
      }
      if (check === "enforce") throw new AppError("service_overloaded", undefined, { retryAfterSeconds });
    },
  };
}

const isAbove = ({ loopDelayMs, waitingPerConnection }: Load, part: number): boolean =>
  loopDelayMs > ceiling.loopDelayMs * part || waitingPerConnection > ceiling.waitingPerConnection * part;

/** Returns the check of this process. */
export function capacity(): Capacity {
  const shared = processGlobal<Capacity>("capacity");
  if (!shared.value) {
    const { env, log, db, telemetry } = getContext();
    const loop = watchLoop();
    const readLoad = (): Load => ({
      loopDelayMs: loop(),
      waitingPerConnection: db.pool.waitingCount / (db.pool.options.max ?? 1),
    });
    const check = env.capacityCheck;
    shared.value = createCapacity({ check, readLoad, log, onExceeded: () => telemetry.capacityExceeded(check) });
  }
  return shared.value;
}

/** Measures how late timers fire, and returns a function that says the mean of the last second, ms. */
function watchLoop(): () => number {
  const resolutionMs = 20;
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let delayMs = 0;
  setInterval(() => {
    // Without a sample the loop has stood still, or the process has just begun.
    delayMs = histogram.count === 0 ? 0 : Math.max(0, histogram.mean / 1e6 - resolutionMs);
    histogram.reset();
  }, 1_000).unref();
  return () => delayMs;
}
