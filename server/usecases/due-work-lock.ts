/**
 * A read-write lock for due work: background jobs share it, and the sandbox clock takes it exclusively. While the clock
 * advances, no job may do due work: it would do it at another instant than the one at which it was due, and the clock
 * would not count it (D-47).
 */
export interface DueWorkLock {
  /** Runs due work in shared mode. Nested calls can deadlock with a waiting exclusive call. */
  shared<T>(work: () => Promise<T>): Promise<T>;
  /** Waits for the work under way, runs alone, then admits the waiting calls. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  /** Whether an exclusive call waits or runs. Long rounds end early then. */
  isExclusiveWanted(): boolean;
}

export function createDueWorkLock(): DueWorkLock {
  const open = new Set<Promise<unknown>>();
  let closedBy: Promise<unknown> | null = null;
  return {
    async shared(work) {
      while (closedBy) await closedBy;
      const running = work();
      const ended = running.then(ignore, ignore);
      open.add(ended);
      try {
        return await running;
      } finally {
        open.delete(ended);
      }
    },
    async exclusive(work) {
      while (closedBy) await closedBy;
      const running = Promise.all(open).then(work);
      const ended = running.then(ignore, ignore);
      closedBy = ended;
      try {
        return await running;
      } finally {
        if (closedBy === ended) closedBy = null;
      }
    },
    isExclusiveWanted: () => closedBy !== null,
  };
}

const ignore = (): void => undefined;
