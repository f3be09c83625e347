export interface RowBuffer<Row> {
  /** Never throws, never waits. */
  note(row: Row): void;
  /** Resolves when everything noted so far is kept, or could not be. Never rejects. */
  flush(): Promise<void>;
}

export interface BufferOptions<Row> {
  /** Keeps the rows of a moment, in one go. */
  readonly insert: (rows: readonly Row[]) => Promise<void>;
  /** Told that rows were lost: nobody's payment depends on them. */
  readonly onLost: (error: unknown, count: number) => void;
  /** Real time, ms. */
  readonly everyMs?: number;
  readonly countMax?: number;
}

/** A second's rows share a statement. */
const defaultEveryMs = 1_000;
/** When a second brings more, the oldest give way. */
const defaultCountMax = 1_000;

/** Rows wait in memory for a moment, so that no request waits for them and many share one statement. */
export function createRowBuffer<Row>(options: BufferOptions<Row>): RowBuffer<Row> {
  const { insert, onLost, everyMs = defaultEveryMs, countMax = defaultCountMax } = options;
  let waiting: Row[] = [];
  let displaced = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  /** Many at a time: taking them away one by one would cost every row the length of the rest. */
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
    if (timer) clearTimeout(timer);
    timer = null;
    writing = writing.then(write);
    return writing;
  };

  return {
    note(row) {
      waiting.push(row);
      if (waiting.length >= 2 * countMax) displaceOldest();
      timer ??= setTimeout(() => void flush(), everyMs).unref();
    },
    flush,
  };
}
