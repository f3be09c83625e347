import { type BankMessage, insertBankMessages, type NotedMessage } from "./bank-messages";
import type { Db } from "./db";

export interface BankMessageBuffer {
  /** Never throws, never waits. */
  note(message: BankMessage, at: Date): void;
  /** Resolves when everything noted so far is kept, or could not be. Never rejects. */
  flush(): Promise<void>;
}

export interface BufferOptions {
  /** Told that messages were lost: nobody's payment depends on them. */
  readonly onLost: (error: unknown, count: number) => void;
  /** Real time, ms. */
  readonly everyMs?: number;
  readonly countMax?: number;
  /** How messages are kept; a test has another way. */
  readonly insert?: (db: Db, messages: readonly NotedMessage[]) => Promise<void>;
}

/** A second's messages share a statement. */
const defaultEveryMs = 1_000;
/** At most 16 kB each. When a second brings more, the oldest give way. */
const defaultCountMax = 1_000;

/** Messages wait in memory for a moment, so that a payment waits for none of them and many share one statement. */
export function createBankMessageBuffer(db: Db, options: BufferOptions): BankMessageBuffer {
  const {
    onLost,
    everyMs = defaultEveryMs,
    countMax = defaultCountMax,
    insert = insertBankMessages,
  } = options;
  let waiting: NotedMessage[] = [];
  let displaced = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    const [messages, lost] = [waiting, displaced];
    [waiting, displaced] = [[], 0];
    if (lost > 0) onLost(new Error("More messages came than are kept"), lost);
    if (messages.length === 0) return;
    try {
      await insert(db, messages);
    } catch (error) {
      onLost(error, messages.length);
    }
  };

  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    writing = writing.then(write);
    return writing;
  };

  return {
    note(message, at) {
      waiting.push({ ...message, at });
      if (waiting.length > countMax) {
        waiting.shift();
        displaced += 1;
      }
      timer ??= setTimeout(() => void flush(), everyMs).unref();
    },
    flush,
  };
}
