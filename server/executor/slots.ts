import type { Work } from "./run";

/** The counter of one concurrency limit of a function, for one value of its key. */
export interface Slot {
  readonly name: string;
  readonly limit: number;
  running: number;
  readonly waiting: Set<Work>;
  /** Whether its jobs were left in the database at the last round. */
  isLeftOut: boolean;
}

/** A full slot with this many waiting jobs takes no more into memory until half of them have started. */
const waitingMax = 20;

export const isFull = ({ running, limit }: Slot): boolean => running >= limit;

/**
 * Creates the table of slots in use. They are counted in memory, because one process runs all jobs of a database
 * (D-179).
 */
export function createSlots(limitOf: (work: Work, index: number) => number) {
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
