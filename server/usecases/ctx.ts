import type { Banks } from "@/server/banks/banks";
import type { AuditKeys } from "@/server/domain/audit/chain";
import type { BankEvent } from "@/server/domain/banks/bank-calls";
import type { Circuits } from "@/server/domain/banks/circuits";
import type { Clock } from "@/server/domain/clock";
import type { MailSender } from "@/server/domain/mail/mail-sending";
import type { InstallationCheck } from "@/server/domain/operations/installation-check";
import type { ReleasedPages } from "@/server/domain/pages/inventory";
import type { PageFetch } from "@/server/domain/pages/page-fetch";
import type { PageKeys } from "@/server/domain/pages/page-keys";
import type { Random } from "@/server/domain/random";
import type { RealTime } from "@/server/domain/real-time";
import type { CommissionTax } from "@/server/domain/statements/taxes";
import type { Telemetry } from "@/server/domain/telemetry";
import type { HeadsFile } from "@/server/store/audit/heads-file";
import type { SandboxTime } from "@/server/store/clock";
import type { Db } from "@/server/store/db";
import type { Vault } from "@/server/store/vault";
import type { Language } from "../domain/errors";
import type { DeliveryAttemptResult, WebhookSender } from "../domain/webhooks/delivery";
import type { ApiRequest } from "../store/accounts/api-requests";
import type { BankMessage } from "../store/banks/bank-messages";
import type { MadeDelivery } from "../store/webhooks/outbox";
import type { DueWorkLock } from "./due-work-lock";
import type { KeyedSemaphore } from "./keyed-semaphore";
import type { ReceiverNotes } from "./receiver-notes";

export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/**
 * Wakes the background functions. A lost signal only costs time, because the rows say what is due (D-48), except for
 * `resendsRequested`.
 */
export interface BackgroundSignals {
  /** An event was committed to the outbox. */
  outboxWritten(): void;
  /** Mails were committed to the outbox (D-231). */
  mailWritten(mailIds: readonly string[]): void;
  /** The outcome of a capture is unknown, so the bank has to be inquired (D-46). */
  captureUnknown(attemptId: string): void;
  /** The outcome of a refund is unknown, so the bank has to be inquired (D-46). */
  refundUnknown(refundId: string): void;
  /** Deliveries were created outside the relay's own function, which otherwise starts their runs itself. */
  deliveriesCreated(made: readonly MadeDelivery[]): void;
  /**
   * A user asked to send deliveries of an account again (D-35). No row stores the request, so the caller waits until
   * the background functions have accepted it. Rejects when none accepts it.
   */
  resendsRequested(wanted: RequestedResends): Promise<void>;
}

/** The deliveries of an account that a user wants to send again, and the instant of the request. */
export interface RequestedResends {
  readonly partnerId: string;
  readonly deliveryIds: readonly string[];
  readonly askedAt: Date;
}

/** Sends messages about alerts to the address that the operator has configured, signed (D-363). */
export interface IncidentWebhook {
  /** Sends a message once. Never throws. */
  send(message: {
    readonly id: string;
    readonly body: string;
    readonly createdAt: Date;
  }): Promise<DeliveryAttemptResult>;
}

/** Public addresses, without a trailing slash. */
interface Origins {
  readonly api: string;
  readonly panel: string;
  readonly pay: string;
  readonly handoff: string;
}

/** Everything that a use case may reach besides its input. `server/context.ts` builds it. */
export interface Ctx {
  readonly clock: Clock;
  /** The same clock with its setter, which only moves forward; null in live mode (D-47). */
  readonly sandboxTime: SandboxTime | null;
  /** Pauses, time limits and durations, and the time of the machine (D-385). */
  readonly realTime: RealTime;
  /** The source of identifiers and secrets (D-385). */
  readonly random: Random;
  readonly db: Db;
  /** Encrypts and decrypts secret column values. */
  readonly vault: Vault;
  /** The keys of the audit log's chain (D-300). */
  readonly auditKeys: AuditKeys;
  /** Where the heads of the audit logs are exported: a file, and an e-mail address where one is given (D-302). */
  readonly auditHeads: { readonly file: HeadsFile; readonly mailTo: string | null };
  /** The buyers' pages: what this release has in them, the keys of their integrity, and how they are fetched. */
  readonly pages: { readonly released: ReleasedPages; readonly keys: PageKeys; readonly fetch: PageFetch };
  readonly banks: Banks;
  readonly webhooks: WebhookSender;
  readonly mail: MailSender;
  /** What the doctor of the installation compares with (D-326). */
  readonly installation: {
    /** The names of this release's migrations, in their order. */
    readonly migrations: readonly string[];
    /** Whether a database role is accepted that could do more than the product needs (D-305). */
    readonly allowDatabaseOwner: boolean;
    /** Examines what lies around the database, within a few seconds. Never rejects. */
    examineSurroundings(): Promise<readonly InstallationCheck[]>;
  };
  /** Who hears of alerts, and in which language mails are written (D-362). */
  readonly incidents: {
    readonly mailTo: readonly string[];
    readonly language: Language;
    /** Null where no webhook is configured. */
    readonly webhook: IncidentWebhook | null;
  };
  /** Notes which receivers of merchants answer, for the watch of this process (D-365). */
  readonly receivers: ReceiverNotes;
  /** Limits the parallel requests to each account's receiver (D-34); the key is the account's id. */
  readonly receiverSlots: KeyedSemaphore;
  readonly log: Log;
  readonly origins: Origins;
  /** The addresses from which our requests reach the banks; empty where the operator has not named them. */
  readonly egressAddresses: readonly string[];
  /** What the thresholds of refused cards are multiplied by (D-290); 1 in live mode. */
  readonly refusalsMultiplier: number;
  /** The tax that is included in the commission (D-399). */
  readonly commissionTax: CommissionTax;
  /** How long a browser waits for the bank before it is redirected with `pending`, ms (D-21). */
  readonly captureWaitMs: number;
  /**
   * The pauses between attempts to resolve a returned form that only the bank can read, ms. Their sum is less than the
   * browser's wait.
   */
  readonly resolvePausesMs: readonly number[];
  /**
   * The pauses between attempts to read the bank's history, without an answer to which no credit is sent, ms (D-76).
   */
  readonly historyPausesMs: readonly number[];
  /** How long a merchant's request waits for the bank before the refund is answered as `pending`, ms (D-26). */
  readonly refundWaitMs: number;
  /**
   * The money calls under way in this process, by the id of the attempt, refund or money return; an inquiry waits until
   * such a call has ended.
   */
  readonly openMoneyCalls: Map<string, Promise<void>>;
  readonly signals: BackgroundSignals;
  /**
   * The scheduled jobs hold it in shared mode while they do due work, and the sandbox clock holds it exclusively
   * (D-47). Manual resends of deliveries (D-35) and the lazy expiry of reads (D-2) do not take it.
   */
  readonly dueWork: DueWorkLock;
  /**
   * The number of this process, random at each start. A web process holds a lease of it in the database, so another one
   * can learn that it is gone (`isProcessGone` in `server/store/process-lock.ts`, D-330). Commands hold none.
   */
  readonly processNumber: number;
  /** Says which account and payment the current request is about, for its line in the log. */
  nameSubject(found: { readonly partnerId: string; readonly paymentCode?: string }): void;
  /** Reports work for metrics and traces (D-350). */
  readonly telemetry: Telemetry;
  /** Buffers a message to or from a bank for the terminal's trace. It never delays or fails the bank call. */
  noteMessage(message: BankMessage): void;
  /** Buffers an event at a bank for the sums of all processes. It never delays or fails the bank call (D-370). */
  noteBankEvent(event: BankEvent): void;
  /** Whether new cards go to each bank, as far as this process knows (D-371). */
  readonly circuits: Circuits;
  /** Buffers a merchant's request for the account's log, without a database round trip in the request itself. */
  noteRequest(request: ApiRequest): void;
  /** Registers work that outlives its request, so that shutdown waits for it. */
  background(work: Promise<unknown>): void;
}
