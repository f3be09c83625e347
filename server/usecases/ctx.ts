import type { Banks } from "@/server/banks/bank";
import type { Clock } from "@/server/domain/clock";
import type { SandboxTime } from "@/server/store/clock";
import type { Db } from "@/server/store/db";
import type { Vault } from "@/server/store/vault";

export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** Public addresses, without a trailing slash. */
export interface Origins {
  readonly api: string;
  readonly panel: string;
  readonly pay: string;
  readonly handoff: string;
}

/** Everything that a use-case may reach besides its input. Built in `server/context.ts`. */
export interface Ctx {
  readonly clock: Clock;
  /** The clock's other face, which can be moved on; null in live mode (D-47). */
  readonly sandboxTime: SandboxTime | null;
  readonly db: Db;
  /** Encrypts and decrypts what is stored secret. */
  readonly vault: Vault;
  readonly banks: Banks;
  readonly log: Log;
  readonly origins: Origins;
  /** How long a browser waits for the bank before it is sent on with `pending`, ms (D-21). */
  readonly captureWaitMs: number;
  /** Captures whose call to the bank is open in this process, by attempt id; an inquiry waits for them. */
  readonly openCaptures: Map<string, Promise<void>>;
  /** The end of the round of due work that runs in this process; rounds follow each other (see fire-due). */
  readonly dueWork: {
    tail: Promise<unknown> /** Real time, ms: when an item was last done. */;
    progressAt: number;
  };
  /** Keeps work that outlives its request; shutdown waits for it. */
  background(work: Promise<unknown>): void;
}
