import type { Work } from "./run";

export interface QueueSettings {
  readonly callsMax: number;
  /** Returns the number of calls that may hold the n-th slot of a function's jobs in parallel. */
  limitOf(work: Work, index: number): number;
  /** Runs a job and returns the job of the same run that follows it immediately. Never throws. */
  perform(work: Work): Promise<Work | null>;
  /** Called when there is room for jobs that were left in the database. */
  onRoom(): void;
}

/** The jobs in memory, which run or wait for a slot. */
export interface Queue {
  add(works: readonly Work[]): void;
  /** Reserves a job that is about to be written, so it is not read from the database while it is already in memory. */
  claim(id: string): void;
  forget(id: string): void;
  /**
   * Plans the next query of the database: says which jobs to leave there and how many to take. Remembers jobs that end
   * meanwhile.
   */
  beginLook(): Look;
  /** Starts no more jobs; waiting ones stay in the database. */
  close(): void;
  open(): void;
  /** Resolves when no call is running. */
  idle(): Promise<void>;
}

interface Look {
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

/** The counter of one concurrency limit of a function, for one value of its key. */
interface Slot {
  readonly name: string;
  readonly limit: number;
  running: number;
  readonly waiting: Set<Work>;
  /** Whether its jobs were left in the database at the last round. */
  isLeftOut: boolean;
}

/** A full slot with this many waiting jobs takes no more into memory until half of them have started. */
const waitingMax = 20;

const isFull = ({ running, limit }: Slot): boolean => running >= limit;

/**
 * Creates the table of slots in use. They are counted in memory, because one process runs all jobs of a database
 * (D-179).
 */
function createSlots(limitOf: (work: Work, index: number) => number) {
  const slots = new Map<string, Slot>();

  const find = (name: string, limit: () => number): Slot => {
    const slot = slots.get(name) ?? {
      name,
      limit: limit(),
      running: 0,
      waiting: new Set(),
      isLeftOut: false,
    };
    slots.set(name, slot);
    return slot;
  };

  return {
    listFor: (work: Work): Slot[] => work.slots.map((name, index) => find(name, () => limitOf(work, index))),

    /** Marks and returns the names of the slots whose jobs stay in the database for now. */
    leaveOut(): string[] {
      for (const slot of slots.values()) slot.isLeftOut = isFull(slot) && slot.waiting.size >= waitingMax;
      return [...slots.values()].filter((slot) => slot.isLeftOut).map(({ name }) => name);
    },

    /** Whether more jobs of a slot should be taken from the database now. */
    wantsMore: (slot: Slot): boolean => slot.isLeftOut && (!isFull(slot) || slot.waiting.size <= waitingMax / 2),

    dropUnused(slot: Slot): void {
      if (slot.running === 0 && slot.waiting.size === 0) slots.delete(slot.name);
    },

    /** Removes and returns all waiting jobs. */
    clearWaiting(): Work[] {
      const works = new Set([...slots.values()].flatMap(({ waiting }) => [...waiting]));
      for (const slot of slots.values()) {
        slot.waiting.clear();
        this.dropUnused(slot);
      }
      return [...works];
    },
  };
}
