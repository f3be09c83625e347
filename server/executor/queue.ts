import type { Work } from "./run";
import { createSlots, isFull, type Slot } from "./slots";

export interface QueueSettings {
  readonly callsMax: number;
  /** Returns the number of calls that may hold the n-th slot of a function's jobs in parallel. */
  limitOf(work: Work, index: number): number;
  /** Runs a job and returns the job of the same run that follows it immediately. Never throws. */
  perform(work: Work): Promise<Work | null>;
  /** Is called when there is room for jobs that were left in the database. */
  onRoom(): void;
}

/** The jobs in memory, which run or wait for a slot. */
export interface Queue {
  add(works: readonly Work[]): void;
  /** Reserves a job that is about to be written, so it is not read from the database while it is already in memory. */
  claim(id: string): void;
  forget(id: string): void;
  /**
   * Starts a look into the database: says which jobs to leave there and how many to take. Remembers jobs that end
   * meanwhile.
   */
  beginLook(): Look;
  /** Starts no more jobs; waiting ones stay in the database. */
  close(): void;
  open(): void;
  /** Resolves when no call is running. */
  idle(): Promise<void>;
}

export interface Look {
  readonly except: string[];
  readonly fullSlots: string[];
  readonly countMax: number;
}

const countPerLook = 200;

/** Creates the queue, which keeps each concurrency limit and starts the next job when a slot becomes free (D-179). */
export function createQueue({ callsMax, limitOf, perform, onRoom }: QueueSettings): Queue {
  const slots = createSlots(limitOf);
  const known = new Set<string>();
  const endedSinceLook = new Set<string>();
  const calls = new Set<Promise<void>>();
  let isOpen = true;

  const forget = (id: string): void => {
    known.delete(id);
    endedSinceLook.add(id);
  };

  const start = (work: Work, needed: readonly Slot[]): void => {
    for (const slot of needed) {
      slot.running += 1;
      slot.waiting.delete(work);
    }
    const call = workOn(work).finally(() => {
      calls.delete(call);
      release(needed);
    });
    calls.add(call);
  };

  const workOn = async (first: Work): Promise<void> => {
    for (let work: Work | null = first; work; ) {
      const next: Work | null = await perform(work);
      forget(work.id);
      if (next && !isOpen) forget(next.id);
      work = isOpen ? next : null;
    }
  };

  const release = (held: readonly Slot[]): void => {
    const wasFull = calls.size === callsMax - 1;
    for (const slot of held) slot.running -= 1;
    for (const slot of held) startNextIn(slot);
    if (wasFull || held.some(slots.wantsMore)) onRoom();
    for (const slot of held) slots.dropUnused(slot);
  };

  const startNextIn = ({ waiting }: Slot): void => {
    const next = [...waiting].find((work) => !slots.listFor(work).some(isFull));
    if (next) start(next, slots.listFor(next));
  };

  const take = (work: Work): void => {
    known.add(work.id);
    const needed = slots.listFor(work);
    if (needed.some(isFull)) for (const slot of needed) slot.waiting.add(work);
    else start(work, needed);
  };

  return {
    add(works) {
      if (!isOpen) return;
      for (const work of works) if (!known.has(work.id) && !endedSinceLook.has(work.id)) take(work);
    },
    claim: (id) => void known.add(id),
    forget,
    beginLook() {
      endedSinceLook.clear();
      const countMax = Math.min(countPerLook, callsMax - calls.size);
      return { except: [...known], fullSlots: slots.leaveOut(), countMax };
    },
    close() {
      isOpen = false;
      for (const { id } of slots.clearWaiting()) forget(id);
    },
    open() {
      isOpen = true;
    },
    async idle() {
      while (calls.size > 0) await Promise.all(calls);
    },
  };
}
