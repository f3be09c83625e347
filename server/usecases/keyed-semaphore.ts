/** Holds how much is done at once for each key: for one merchant's receiver, two requests (D-34). In this process. */
export interface KeyedSemaphore {
  /** Runs work when there is room. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  isFull(key: string): boolean;
}

export function createKeyedSemaphore(width: number): KeyedSemaphore {
  const lanes = new Map<string, { running: number; waiting: (() => void)[] }>();

  const enter = (key: string): Promise<void> | undefined => {
    const lane = lanes.get(key) ?? { running: 0, waiting: [] };
    lanes.set(key, lane);
    if (lane.running < width) {
      lane.running += 1;
      return;
    }
    return new Promise((resolve) => lane.waiting.push(resolve));
  };
  /** Whoever has waited longest takes the place over. */
  const leave = (key: string): void => {
    const lane = lanes.get(key);
    const next = lane?.waiting.shift();
    if (next) next();
    else if (lane && --lane.running === 0) lanes.delete(key);
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
    isFull: (key) => (lanes.get(key)?.running ?? 0) >= width,
  };
}
