import type { Clock } from "./clock";

/**
 * The real time of a process: the time of the machine, durations, pauses and time limits (D-385). The context carries
 * it beside the product's clock, which a sandbox may move (D-47), so that a simulation can run on a time of its own.
 */
export interface RealTime extends Clock {
  /** Returns ms since an arbitrary instant. It never goes back, so it measures durations. */
  monotonicMs(): number;
  /** Resolves after so many ms. */
  sleep(ms: number, options?: WaitOptions): Promise<void>;
  /** Calls `work` once after so many ms, and returns a function that withdraws the call. */
  after(ms: number, work: () => void, options?: WaitOptions): () => void;
}

interface WaitOptions {
  /** Whether the process stays alive until then; by default it does. */
  readonly holdsProcess?: boolean;
}

/** The real time of this machine. */
export const systemTime: RealTime = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: (ms, options) => new Promise((resolve) => void systemTime.after(ms, resolve, options)),
  after(ms, work, { holdsProcess = true } = {}) {
    const timer = setTimeout(work, ms);
    if (!holdsProcess) timer.unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Returns the result of some work, or what `late` returns when the work takes longer than so many ms. Rejects as the
 * work does; after the time nothing waits for it any more.
 */
export async function limitTime<T>(
  realTime: RealTime,
  work: Promise<T>,
  { ms, late, holdsProcess = true }: WaitOptions & { readonly ms: number; readonly late: () => T },
): Promise<T> {
  let withdraw = (): void => undefined;
  const end = new Promise<T>((resolve) => {
    withdraw = realTime.after(ms, () => resolve(late()), { holdsProcess });
  });
  return Promise.race([work, end]).finally(() => withdraw());
}
