import type { Work } from "./run";
import { createSlots, isTaken, type Slot } from "./slots";

export interface QueueSettings {
  readonly callsMax: number;
  /** How many calls may hold the n-th slot of a function's jobs at once. */
  limitOf(work: Work, index: number): number;
  /** Does a job and tells which one of the same run is to be done right after it. Never throws. */
  perform(work: Work): Promise<Work | null>;
  /** There is room for jobs that were left in the database. */
  onRoom(): void;
}

/** The jobs that are in memory: under way, or waiting for a slot. */
export interface Queue {
  add(works: readonly Work[]): void;
  /** A job that is about to be written is not to be taken from the database: it is at hand. */
  claim(id: string): void;
  forget(id: string): void;
  /** What to leave in the database, and how much to take. Remembers from now on what ends during the look. */
  beginLook(): Look;
  /** Starts nothing more; what waits stays in the database. */
  close(): void;
  open(): void;
  /** When the calls under way are over. */
  idle(): Promise<void>;
}

export interface Look {
  readonly except: string[];
  readonly fullSlots: string[];
  readonly countMax: number;
}

const countPerLook = 200;

/** Holds each concurrency limit, and starts what is next when a slot gets free. */
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
    for (const slot of held) startNextOf(slot);
    if (wasFull || held.some(slots.wantsMore)) onRoom();
    for (const slot of held) slots.dropUnused(slot);
  };

  const startNextOf = ({ waiting }: Slot): void => {
    const next = [...waiting].find((work) => !slots.of(work).some(isTaken));
    if (next) start(next, slots.of(next));
  };

  const take = (work: Work): void => {
    known.add(work.id);
    const needed = slots.of(work);
    if (needed.some(isTaken)) for (const slot of needed) slot.waiting.add(work);
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
