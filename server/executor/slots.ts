import type { Work } from "./run";

/** One value of a function's concurrency limit. */
export interface Slot {
  readonly name: string;
  readonly limit: number;
  running: number;
  readonly waiting: Set<Work>;
  /** Whether its jobs were left in the database at the last look. */
  isLeftOut: boolean;
}

/** A slot that is taken and has this many waiting gets no more into memory until half of them are gone. */
const waitingMax = 20;

export const isTaken = ({ running, limit }: Slot): boolean => running >= limit;

/** The slots that anything runs in or waits for. Counted in memory: one process does all jobs of a database. */
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
    of: (work: Work): Slot[] => work.slots.map((name, index) => find(name, () => limitOf(work, index))),

    /** Names the slots whose jobs stay in the database for now. */
    leaveOut(): string[] {
      for (const slot of slots.values()) slot.isLeftOut = isTaken(slot) && slot.waiting.size >= waitingMax;
      return [...slots.values()].filter((slot) => slot.isLeftOut).map(({ name }) => name);
    },

    /** Whether it is time to take more of a slot's jobs from the database. */
    wantsMore: (slot: Slot): boolean =>
      slot.isLeftOut && (!isTaken(slot) || slot.waiting.size <= waitingMax / 2),

    dropUnused(slot: Slot): void {
      if (slot.running === 0 && slot.waiting.size === 0) slots.delete(slot.name);
    },

    /** Whatever waits is let go of. */
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
