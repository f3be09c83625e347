/**
 * Lets background work run side by side, and the sandbox clock alone: while time is moved on, nothing else may do what
 * is due, or it would be done at another instant than it was due and be counted by nobody (D-47).
 */
export interface DueWorkLock {
  /** Runs work that does what is due. Not to be nested. */
  shared<T>(work: () => Promise<T>): Promise<T>;
  /** Waits for the work under way, runs alone, then lets the others go on. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  /** Whether somebody waits to run alone: long rounds end early then. */
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
