import { pageRelease } from "@/components/pay/page-release";
import { createBanks } from "@/server/banks/registry";
import { createAuditKeys } from "@/server/domain/audit/chain";
import type { BankEvent } from "@/server/domain/banks/bank-calls";
import { Circuits } from "@/server/domain/banks/circuits";
import { plusMs, seconds, systemClock } from "@/server/domain/clock";
import { newProcessNumber } from "@/server/domain/ids";
import type { MailSender } from "@/server/domain/mail/mail-sending";
import { toReleasedPages } from "@/server/domain/pages/inventory";
import { createPageKeys } from "@/server/domain/pages/page-keys";
import { systemRandom } from "@/server/domain/random";
import { type RealTime, systemTime } from "@/server/domain/real-time";
import { type Env, readEnv } from "@/server/env";
import { createInstallation } from "@/server/health/installation";
import { createLog, type Log } from "@/server/log";
import { createSandboxSender, noSender } from "@/server/mail/sandbox-sender";
import { createSmtpSender } from "@/server/mail/smtp-sender";
import { fetchPage } from "@/server/page-fetcher";
import { processGlobal } from "@/server/process-global";
import { nameInLog } from "@/server/request-store";
import { createHeadsFile } from "@/server/store/audit/heads-file";
import { createSandboxTime } from "@/server/store/clock";
import { createDb, type Deadlines, webDeadlines } from "@/server/store/db";
import { keepMail } from "@/server/store/mail/sandbox-mail";
import { createRowBuffer } from "@/server/store/row-buffer";
import { createVault } from "@/server/store/vault";
import { telemetry as processTelemetry } from "@/server/telemetry/telemetry";
import type { BackgroundSignals, Ctx } from "@/server/usecases/ctx";
import { createIncidentWebhook } from "@/server/webhooks/incident-webhook";
import { createWebhookSender } from "@/server/webhooks/sender";
import { type ApiRequest, createRequestKeeping, type NotedRequest } from "./store/accounts/api-requests";
import { addBankEvents } from "./store/banks/bank-counts";
import { type BankMessage, insertBankMessages, type NotedMessage } from "./store/banks/bank-messages";
import { createDueWorkLock } from "./usecases/due-work-lock";
import { createKeyedSemaphore } from "./usecases/keyed-semaphore";
import { createReceiverNotes } from "./usecases/receiver-notes";

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

/** How often a process adds its calls to banks to the sums of all processes, real time. */
const bankEventsEverySeconds = 5;
/** The calls, about 0.2 kB each, that are held between two writes. */
const bankEventsMax = 20_000;

/** The simultaneous requests to one receiver: D-34 allows two per host, and an account has one webhook address. */
const requestsPerReceiver = 2;

/**
 * Creates a context.
 * @param log by default the product's log
 * @param deadlines by default those of a web process
 */
export function createContext(
  env: Env,
  log: Log = createLog(env.log),
  deadlines: Deadlines = webDeadlines,
): AppContext {
  const signals = createSignals();
  const [random, realTime] = [systemRandom, systemTime];
  const processNumber = newProcessNumber(random);
  const telemetry = processTelemetry();
  const db = createDb({
    databaseUrl: env.databaseUrl,
    deadlines,
    outboxWritten: signals.outboxWritten,
    mailWritten: signals.mailWritten,
    telemetry,
    random,
    realTime,
  });
  const sandboxTime = env.mode === "sandbox" ? createSandboxTime({ db, processNumber, realTime, log }) : null;
  const clock = sandboxTime ?? systemClock;
  const vault = createVault(random, env.encryptionKeys.map(toKeyBytes));
  const { flush, ...notes } = createBuffers({ db, clock, realTime, log });
  const pending = new Set<Promise<unknown>>();
  return {
    env,
    db,
    log,
    sandboxTime,
    clock,
    realTime,
    random,
    vault,
    auditKeys: createAuditKeys(env.auditKeys.map(toKeyBytes)),
    auditHeads: { file: createHeadsFile(env.auditHeads.file), mailTo: env.auditHeads.mail ?? null },
    pages: createPages(env),
    ...createSurroundings(env),
    banks: createBanks({ realTime }),
    origins: env.origins,
    egressAddresses: env.egressAddresses,
    refusalsMultiplier: env.rateLimitMultiplier,
    commissionTax: env.commissionTax,
    captureWaitMs: 15_000,
    resolvePausesMs: [1_000, 3_000, 9_000],
    historyPausesMs: [1_000, 2_000],
    refundWaitMs: 8_000,
    openMoneyCalls: new Map(),
    webhooks: createWebhooks(env, realTime),
    mail: sandboxTime
      ? createSandboxSender((mail) => keepMail(db, vault, { ...mail, at: clock.now() }))
      : liveSender(env),
    receiverSlots: createKeyedSemaphore(requestsPerReceiver),
    signals,
    dueWork: createDueWorkLock(),
    processNumber,
    nameSubject: nameInLog,
    ...notes,
    circuits: new Circuits(env.isBankBreakerOn),
    telemetry,
    background(work) {
      const tracked = work.catch((error: unknown) => log.error({ err: error }, "Background work failed"));
      pending.add(tracked);
      tracked.finally(() => pending.delete(tracked));
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
      await flush();
    },
  };
}

/** Creates the buffers of rows that no request waits for. */
function createBuffers({ db, clock, realTime, log }: Pick<Ctx, "db" | "clock" | "realTime" | "log">) {
  const messages = createRowBuffer<NotedMessage>({
    insert: (rows) => insertBankMessages(db, rows),
    onLost: (err, count) => log.warn({ err, count }, "Bank messages could not be stored"),
    realTime,
  });
  const bankEvents = createRowBuffer<BankEvent>({
    insert: (events) => addBankEvents(db, events),
    onLost: (err, count) => log.warn({ err, count }, "Calls to banks could not be counted"),
    realTime,
    everyMs: seconds(bankEventsEverySeconds),
    countMax: bankEventsMax,
  });
  const requests = createRowBuffer<NotedRequest>({
    insert: createRequestKeeping(db),
    onLost: (err, count) => log.warn({ err, count }, "API requests could not be stored"),
    realTime,
    countMax: requestsASecondMax,
  });
  /** Returns when a call began. Rows are ordered by it, so a slow call comes before the calls that began after it. */
  const begunAt = (durationMs: number): Date => plusMs(clock.now(), -durationMs);
  return {
    noteMessage: (message: BankMessage) => messages.note({ ...message, at: begunAt(message.durationMs) }),
    noteRequest: (request: ApiRequest) => requests.note({ ...request, at: begunAt(request.durationMs) }),
    noteBankEvent: (event: BankEvent) => bankEvents.note(event),
    /** Resolves when every row so far is written or reported as lost. */
    flush: () => Promise.all([messages.flush(), bankEvents.flush(), requests.flush()]),
  };
}

const createPages = ({ auditKeys }: Env): Ctx["pages"] => ({
  released: toReleasedPages(pageRelease),
  keys: createPageKeys(auditKeys.map(toKeyBytes)),
  fetch: fetchPage,
});

const createWebhooks = (env: Env, realTime: RealTime): Ctx["webhooks"] =>
  createWebhookSender({
    mode: env.mode,
    headerPrefix: env.webhookHeaderPrefix,
    legacyHeaderPrefix: env.webhookLegacyHeaderPrefix,
    realTime,
  });

const liveSender = ({ smtp }: Env): MailSender => (smtp ? createSmtpSender(smtp) : noSender);

/** What concerns the surroundings of the product, and who hears of them. */
const createSurroundings = (env: Env): Pick<Ctx, "installation" | "incidents" | "receivers"> => {
  const { mailTo, language, webhook } = env.incidents;
  return {
    installation: createInstallation(env),
    incidents: { mailTo, language, webhook: webhook === undefined ? null : createIncidentWebhook(webhook, env) },
    receivers: createReceiverNotes(),
  };
};

const toKeyBytes = ({ id, key }: Env["auditKeys"][number]) => ({ id, key: Buffer.from(key.reveal(), "base64") });

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
