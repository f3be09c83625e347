import type { RealTime } from "@/server/domain/real-time";

export interface RowBuffer<Row> {
  /** Adds a row. Never throws and never waits. */
  note(row: Row): void;
  /** Resolves when every row so far is written or reported as lost. Never rejects. */
  flush(): Promise<void>;
}

export interface BufferOptions<Row> {
  /** Writes a batch of rows in one statement. */
  readonly insert: (rows: readonly Row[]) => Promise<void>;
  /** Reports lost rows. No payment depends on these rows, so a loss is acceptable. */
  readonly onLost: (error: unknown, count: number) => void;
  readonly realTime: RealTime;
  /** The interval between two writes, real time, ms. */
  readonly everyMs?: number;
  readonly countMax?: number;
}

/** The rows of one second share a statement. */
const defaultEveryMs = 1_000;
/** When an interval brings more rows, the oldest are dropped. */
const defaultCountMax = 1_000;

/**
 * Creates a buffer that holds rows in memory for a short time: no request waits for their write, and many share a
 * statement.
 */
export function createRowBuffer<Row>(options: BufferOptions<Row>): RowBuffer<Row> {
  const { insert, onLost, realTime, everyMs = defaultEveryMs, countMax = defaultCountMax } = options;
  let waiting: Row[] = [];
  let displaced = 0;
  /** Withdraws the next write; null while none is planned. */
  let withdraw: (() => void) | null = null;
  let writing: Promise<void> = Promise.resolve();

  /** Drops the oldest rows in bulk: removing them one by one would copy the whole array for every row. */
  const displaceOldest = (): void => {
    const surplus = waiting.length - countMax;
    if (surplus <= 0) return;
    displaced += surplus;
    waiting = waiting.slice(surplus);
  };

  const write = async (): Promise<void> => {
    displaceOldest();
    const [rows, lost] = [waiting, displaced];
    [waiting, displaced] = [[], 0];
    if (lost > 0) onLost(new Error("More rows came than are kept"), lost);
    if (rows.length === 0) return;
    try {
      await insert(rows);
    } catch (error) {
      onLost(error, rows.length);
    }
  };

  const flush = (): Promise<void> => {
    withdraw?.();
    withdraw = null;
    writing = writing.then(write);
    return writing;
  };

  return {
    note(row) {
      waiting.push(row);
      if (waiting.length >= 2 * countMax) displaceOldest();
      withdraw ??= realTime.after(everyMs, () => void flush(), { holdsProcess: false });
    },
    flush,
  };
}
