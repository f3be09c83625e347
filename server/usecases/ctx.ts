import type { Banks } from "@/server/banks/bank";
import type { Clock } from "@/server/domain/clock";
import type { SandboxTime } from "@/server/store/clock";
import type { Db } from "@/server/store/db";
import type { Vault } from "@/server/store/vault";
import type { WebhookSender } from "../domain/webhooks/delivery";
import type { ApiRequest } from "../store/accounts/api-requests";
import type { BankMessage } from "../store/banks/bank-messages";
import type { MadeDelivery } from "../store/webhooks/outbox";
import type { DueWorkLock } from "./due-work-lock";
import type { KeyedSemaphore } from "./keyed-semaphore";

export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** Tells whoever runs background work that there is some; a call that is lost costs time only (D-48), but for the last. */
export interface BackgroundSignals {
  /** An event was committed to the outbox. */
  outboxWritten(): void;
  /** The outcome of a capture is unknown: the bank is to be inquired (D-46). */
  captureUnknown(attemptId: string): void;
  /** The same of a refund. */
  refundUnknown(refundId: string): void;
  /** Deliveries were made beside the relay's own function, which would have started their runs. */
  deliveriesMade(made: readonly MadeDelivery[]): void;
  /**
   * Somebody wants deliveries of an account sent again (D-35). No row says so, so it is waited for until whoever runs background
   * work has it; rejects when nobody has.
   */
  resendsRequested(wanted: RequestedResends): Promise<void>;
}

/** Deliveries of an account that somebody wants sent again, and when they said so. */
export interface RequestedResends {
  readonly partnerId: string;
  readonly deliveryIds: readonly string[];
  readonly askedAt: Date;
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
  readonly webhooks: WebhookSender;
  /** Requests to each account's receiver. */
  readonly receiverSlots: KeyedSemaphore;
  readonly log: Log;
  readonly origins: Origins;
  /** How long a browser waits for the bank before it is sent on with `pending`, ms (D-21). */
  readonly captureWaitMs: number;
  /** Before the bank is asked again, each time, what a return says that only it can read, ms; in all less than a browser waits. */
  readonly resolvePausesMs: readonly number[];
  /** Before the bank is asked again, each time, for the history without which no credit is sent, ms (D-76). */
  readonly historyPausesMs: readonly number[];
  /** How long a merchant waits for the bank before a refund is answered as `pending`, ms (D-26). */
  readonly refundWaitMs: number;
  /** Calls that move money and are open in this process, by attempt or refund id; an inquiry waits for them. */
  readonly openMoneyCalls: Map<string, Promise<void>>;
  readonly signals: BackgroundSignals;
  /** Everything that does what is due passes it. */
  readonly dueWork: DueWorkLock;
  /** Keeps a message to or from a bank for the terminal's trace; never in the way of what it belongs to. */
  noteMessage(message: BankMessage): void;
  /** Keeps a merchant's request for the account's log; costs it no round trip. */
  noteRequest(request: ApiRequest): void;
  /** Keeps work that outlives its request; shutdown waits for it. */
  background(work: Promise<unknown>): void;
}
