import { join } from "node:path";
import { pageRelease } from "@/components/pay/page-release";
import { createBanks } from "@/server/banks/registry";
import { createAuditKeys } from "@/server/domain/audit/chain";
import { plusMs, systemClock } from "@/server/domain/clock";
import { toReleasedPages } from "@/server/domain/pages/inventory";
import { createPageKeys } from "@/server/domain/pages/page-keys";
import { type Env, readEnv } from "@/server/env";
import { createLog, type Log } from "@/server/log";
import { createSandboxSender, noSender } from "@/server/mail/sandbox-sender";
import { createSmtpSender } from "@/server/mail/smtp-sender";
import { fetchPage } from "@/server/page-fetcher";
import { processGlobal } from "@/server/process-global";
import { createHeadsFile } from "@/server/store/audit/heads-file";
import { createSandboxTime } from "@/server/store/clock";
import { createDb } from "@/server/store/db";
import { keepMail } from "@/server/store/mail/sandbox-mail";
import { createRowBuffer } from "@/server/store/row-buffer";
import { createVault } from "@/server/store/vault";
import type { BackgroundSignals, Ctx } from "@/server/usecases/ctx";
import { createWebhookSender } from "@/server/webhooks/sender";
import { createRequestKeeping, type NotedRequest } from "./store/accounts/api-requests";
import { insertBankMessages, type NotedMessage } from "./store/banks/bank-messages";
import { createDueWorkLock } from "./usecases/due-work-lock";
import { createKeyedSemaphore } from "./usecases/keyed-semaphore";

export interface AppContext extends Ctx {
  readonly env: Env;
  /**
   * Signals to the background jobs, which connect their listener when they start. Until then `resendsRequested` rejects
   * and the other signals do nothing.
   */
  readonly signals: BackgroundSignals & { connect(listener: BackgroundSignals): void };
  /** Resolves when all background work has ended and the buffered rows are written. */
  settled(): Promise<void>;
}

/**
 * Returns the context of this process (the composition root) and creates it on the first call. Throws EnvError.
 */
export function getContext(): AppContext {
  context.value ??= createContext(readEnv());
  return context.value;
}

const context = processGlobal<AppContext>("context");

/** The API requests, under 1 kB each, that are kept per second; above this number the oldest are dropped. */
const requestsASecondMax = 2_000;

/** The simultaneous requests to one receiver: D-34 allows two per host, and an account has one webhook address. */
const requestsPerReceiver = 2;

/**
 * Creates a context.
 * @param log by default the product's log: a file in the sandbox, standard output in live mode
 */
export function createContext(env: Env, log: Log = productLog(env)): AppContext {
  const signals = createSignals();
  const db = createDb({
    databaseUrl: env.databaseUrl,
    outboxWritten: signals.outboxWritten,
    mailWritten: signals.mailWritten,
  });
  const sandboxTime = env.mode === "sandbox" ? createSandboxTime(db) : null;
  const clock = sandboxTime ?? systemClock;
  const vault = createVault(env.encryptionKeys.map(toKeyBytes));
  const messages = createRowBuffer<NotedMessage>({
    insert: (rows) => insertBankMessages(db, rows),
    onLost: (err, count) => log.warn({ err, count }, "Bank messages could not be stored"),
  });
  const requests = createRowBuffer<NotedRequest>({
    insert: createRequestKeeping(db),
    onLost: (err, count) => log.warn({ err, count }, "API requests could not be stored"),
    countMax: requestsASecondMax,
  });
  /** Returns when a call began. Rows are ordered by it, so a slow call comes before the calls that began after it. */
  const begunAt = (durationMs: number): Date => plusMs(clock.now(), -durationMs);
  const pending = new Set<Promise<unknown>>();
  return {
    env,
    db,
    log,
    sandboxTime,
    clock,
    vault,
    auditKeys: createAuditKeys(env.auditKeys.map(toKeyBytes)),
    auditHeads: { file: createHeadsFile(env.auditHeads.file), mailTo: env.auditHeads.mail ?? null },
    pages: {
      released: toReleasedPages(pageRelease),
      keys: createPageKeys(env.auditKeys.map(toKeyBytes)),
      fetch: fetchPage,
    },
    banks: createBanks(),
    origins: env.origins,
    egressAddresses: env.egressAddresses,
    refusalsMultiplier: env.rateLimitMultiplier,
    captureWaitMs: 15_000,
    resolvePausesMs: [1_000, 3_000, 9_000],
    historyPausesMs: [1_000, 2_000],
    refundWaitMs: 8_000,
    openMoneyCalls: new Map(),
    webhooks: createWebhookSender({
      mode: env.mode,
      headerPrefix: env.webhookHeaderPrefix,
      legacyHeaderPrefix: env.webhookLegacyHeaderPrefix,
    }),
    mail: sandboxTime
      ? createSandboxSender((mail) => keepMail(db, vault, { ...mail, at: clock.now() }))
      : ((env.smtp && createSmtpSender(env.smtp)) ?? noSender),
    receiverSlots: createKeyedSemaphore(requestsPerReceiver),
    signals,
    dueWork: createDueWorkLock(),
    noteMessage: (message) => messages.note({ ...message, at: begunAt(message.durationMs) }),
    noteRequest: (request) => requests.note({ ...request, at: begunAt(request.durationMs) }),
    background(work) {
      const tracked = work.catch((error: unknown) => log.error({ err: error }, "Background work failed"));
      pending.add(tracked);
      tracked.finally(() => pending.delete(tracked));
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
      await Promise.all([messages.flush(), requests.flush()]);
    },
  };
}

const toKeyBytes = ({ id, key }: Env["auditKeys"][number]) => ({ id, key: Buffer.from(key.reveal(), "base64") });

const productLog = ({ mode, dataDir }: Env): Log =>
  createLog(mode === "sandbox" ? { file: join(dataDir, "logs", "vezne.log") } : {});

/** Creates the signals by which use-cases notify the background jobs. */
function createSignals(): AppContext["signals"] {
  let listener: BackgroundSignals | null = null;
  return {
    outboxWritten: () => listener?.outboxWritten(),
    mailWritten: (mailIds) => listener?.mailWritten(mailIds),
    captureUnknown: (attemptId) => listener?.captureUnknown(attemptId),
    refundUnknown: (refundId) => listener?.refundUnknown(refundId),
    deliveriesCreated: (made) => listener?.deliveriesCreated(made),
    resendsRequested: async (request) => {
      if (!listener) throw new Error("No background work runs yet");
      await listener.resendsRequested(request);
    },
    connect: (next) => {
      listener = next;
    },
  };
}
