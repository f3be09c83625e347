import { setTimeout as sleep } from "node:timers/promises";

export interface Steady {
  /** Starts no further calls, and waits for those that are under way. */
  stop(): Promise<void>;
}

/**
 * Starts calls at a steady rate, whatever the former ones do. One that is late is followed by the next ones at once.
 * @param perSecond the number of calls per second
 * @param call gets the number of the call, from 0; it never rejects
 */
export function repeatSteadily(perSecond: number, call: (n: number) => Promise<void>): Steady {
  const underWay = new Set<Promise<void>>();
  let isOver = false;
  const run = (async () => {
    const startedAt = performance.now();
    for (let n = 0; !isOver; n += 1) {
      const due = startedAt + (n * 1_000) / perSecond;
      if (due > performance.now()) await sleep(due - performance.now());
      const work = call(n).finally(() => underWay.delete(work));
      underWay.add(work);
    }
    await Promise.all(underWay);
  })();
  return {
    async stop() {
      isOver = true;
      await run;
    },
  };
}
