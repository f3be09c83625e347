import { join } from "node:path";
import { createBanks } from "@/server/banks/registry";
import { plusMs, systemClock } from "@/server/domain/clock";
import { type Env, readEnv } from "@/server/env";
import { createLog, type Log } from "@/server/log";
import { createSandboxTime } from "@/server/store/clock";
import { createDb } from "@/server/store/db";
import { createRowBuffer } from "@/server/store/row-buffer";
import { createVault } from "@/server/store/vault";
import type { BackgroundSignals, Ctx } from "@/server/usecases/ctx";
import { createWebhookSender } from "@/server/webhooks/sender";
import { createRequestKeeping, type NotedRequest } from "./store/accounts/api-requests";
import { insertBankMessages, type NotedMessage } from "./store/banks/bank-messages";
import { createDueWorkLock } from "./usecases/due-work-lock";
import { createKeyedSemaphore } from "./usecases/keyed-semaphore";

const key = Symbol.for("vezne.context");
type Global = typeof globalThis & { [key]?: AppContext };

export interface AppContext extends Ctx {
  readonly env: Env;
  /** The listeners for background work; there are none until the jobs have started. */
  readonly signals: BackgroundSignals & { tell(listener: BackgroundSignals): void };
  /** Resolves when the work that outlived its requests is done. */
  settled(): Promise<void>;
}

/**
 * The composition root: one context per process. It hangs on the global object because the framework bundles its
 * routes and its instrumentation apart, and both must share one pool, one clock and one set of open captures.
 */
export function getContext(): AppContext {
  const holder = globalThis as Global;
  holder[key] ??= createContext(readEnv());
  return holder[key];
}

/** Under 1 kB each; of more than this the log shows the newest. */
const requestsASecondMax = 2_000;

/** Two to a host (D-34), and an account has one address. */
const requestsPerReceiver = 2;

/** @param log of the product when left out: a file in the sandbox, standard output in live mode */
export function createContext(env: Env, log: Log = productLog(env)): AppContext {
  const wakes = createWakes();
  const db = createDb({ databaseUrl: env.databaseUrl, outboxWritten: wakes.outboxWritten });
  const sandboxTime = env.mode === "sandbox" ? createSandboxTime(db) : null;
  const clock = sandboxTime ?? systemClock;
  const messages = createRowBuffer<NotedMessage>({
    insert: (rows) => insertBankMessages(db, rows),
    onLost: (err, count) => log.warn({ err, count }, "Messages of banks were not kept"),
  });
  const requests = createRowBuffer<NotedRequest>({
    insert: createRequestKeeping(db),
    onLost: (err, count) => log.warn({ err, count }, "Merchants' requests were not kept"),
    countMax: requestsASecondMax,
  });
  /** By when it began, so that a slow one stands before what came meanwhile. */
  const begunAt = (durationMs: number): Date => plusMs(clock.now(), -durationMs);
  const pending = new Set<Promise<unknown>>();
  return {
    env,
    db,
    log,
    sandboxTime,
    clock,
    vault: createVault(
      env.encryptionKeys.map(({ id, key }) => ({ id, key: Buffer.from(key.reveal(), "base64") })),
    ),
    banks: createBanks(),
    origins: env.origins,
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
    receiverSlots: createKeyedSemaphore(requestsPerReceiver),
    signals: wakes,
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

const productLog = ({ mode, dataDir }: Env): Log =>
  createLog(mode === "sandbox" ? { file: join(dataDir, "logs", "vezne.log") } : {});

/** Use-cases wake the background work by this; the jobs listen, once they have started. */
function createWakes(): AppContext["signals"] {
  let listener: BackgroundSignals | null = null;
  return {
    outboxWritten: () => listener?.outboxWritten(),
    captureUnknown: (attemptId) => listener?.captureUnknown(attemptId),
    refundUnknown: (refundId) => listener?.refundUnknown(refundId),
    deliveriesMade: (made) => listener?.deliveriesMade(made),
    resendsRequested: async (wanted) => {
      if (!listener) throw new Error("No background work runs yet");
      await listener.resendsRequested(wanted);
    },
    tell: (next) => {
      listener = next;
    },
  };
}
