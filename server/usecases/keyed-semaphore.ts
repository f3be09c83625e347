/**
 * A semaphore per key, within this process: for example at most two parallel requests to a merchant's receiver (D-34).
 */
export interface KeyedSemaphore {
  /** Runs the work as soon as the key has a free slot. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  isFull(key: string): boolean;
}

export function createKeyedSemaphore(width: number): KeyedSemaphore {
  const slots = new Map<string, { running: number; waiting: (() => void)[] }>();

  const enter = (key: string): Promise<void> | undefined => {
    const slot = slots.get(key) ?? { running: 0, waiting: [] };
    slots.set(key, slot);
    if (slot.running < width) {
      slot.running += 1;
      return;
    }
    return new Promise((resolve) => slot.waiting.push(resolve));
  };
  /** Hands the slot to the longest-waiting caller (FIFO). */
  const leave = (key: string): void => {
    const slot = slots.get(key);
    const next = slot?.waiting.shift();
    if (next) next();
    else if (slot && --slot.running === 0) slots.delete(key);
  };

  return {
    async run(key, work) {
      await enter(key);
      try {
        return await work();
      } finally {
        leave(key);
      }
    },
    isFull: (key) => (slots.get(key)?.running ?? 0) >= width,
  };
}
