import type { Outcome, ReturnFields } from "@/server/banks/bank";
import { hashApiKey, newApiKey, toApiKeyPrefix } from "@/server/domain/accounts/api-key";
import { keyScopes } from "@/server/domain/accounts/key-rights";
import { Circuits } from "@/server/domain/banks/circuits";
import { FixedClock } from "@/server/domain/clock";
import { newProcessNumber } from "@/server/domain/ids";
import { cardFamilies } from "@/server/domain/pricing/installments";
import { systemRandom } from "@/server/domain/random";
import { systemTime } from "@/server/domain/real-time";
import { Secret } from "@/server/domain/secret";
import { firstTariff, sandboxTariff } from "@/server/sandbox/accounts/terminals";
import { closeDb, type Db } from "@/server/store/db";
import { auditLedger } from "@/server/store/ledger/verify";
import { insertTariffs } from "@/server/store/pricing/tariffs";
import { asPartnerId } from "@/server/store/tenant";
import { createVault, type Vault } from "@/server/store/vault";
import { authenticateKey } from "@/server/usecases/accounts/authenticate-key";
import { type AccountText, sealAccount } from "@/server/usecases/banks/shared/bank-connection";
import type { Caller } from "@/server/usecases/caller";
import type { Ctx } from "@/server/usecases/ctx";
import { createDueWorkLock } from "@/server/usecases/due-work-lock";
import { createKeyedSemaphore } from "@/server/usecases/keyed-semaphore";
import { webhookSecretPurpose } from "@/server/usecases/webhooks/shared/webhook-secret";
import { ScriptedBank } from "../banks/scripted-bank";
import { ScriptedMail } from "../receivers/scripted-mail";
import { ScriptedReceiver } from "../receivers/scripted-receiver";
import { recordHeads, testAuditKeys } from "./audit";
import { createTestDatabase, holdLease } from "./database";
import { createFixedTime } from "./fixed-time";
import { createTestSurroundings } from "./installation";
import { testPages } from "./pages";
import { openDb, recordNotes, recordSignals, recordWarnings } from "./signals";
import { waitForAll } from "./waiting";
import type { WorldSettings } from "./world-settings";

/** The product's use cases on a database of their own, with a fixed clock and a scripted bank. */
export type TestWorld = Awaited<ReturnType<typeof openTestWorld>>;

export const testTerminals = { ours: "trm_ours", foreign: "trm_foreign", limited: "trm_limited" } as const;

/**
 * A wait that ends with the answer, however busy the machine is, ms. Where no answer comes, a test does not wait: see
 * `returnWithoutWaiting`.
 */
const patienceMs = 15_000;

/** Real time and real random numbers, and pauses between questions to a bank so short that no test notices them, ms. */
const ofMachine = { realTime: systemTime, random: systemRandom, resolvePausesMs: [1, 1, 1], historyPausesMs: [1, 1] };

/** The webhook secret of both test accounts. */
export const testWebhookSecret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3";

const origins = {
  api: "http://api.test",
  panel: "http://api.test",
  pay: "http://pay.test",
  handoff: "http://pay.test",
};

/** Authenticates the test account, as each request does, so that the caller's cached settings are current. */
const createSignIn = (ctx: Ctx, apiKey: string) => async (): Promise<Caller> => {
  const caller = await authenticateKey(ctx, apiKey);
  if (!caller) throw new Error("The test account's key was not accepted");
  return caller;
};

export async function openTestWorld(options: WorldSettings = {}) {
  const database = await createTestDatabase();
  const [signalled, exportedHeads]: [string[], string[]] = [[], []];
  const db = openDb(database.url, signalled);
  const productDb = options.asApplication ? openDb(database.urlOf("application"), signalled) : db;
  const [clock, bank] = [new FixedClock(), new ScriptedBank(options.bankCan ?? {}, approved)];
  const [receiver, mail, processNumber] = [new ScriptedReceiver(), new ScriptedMail(), newProcessNumber(systemRandom)];
  const [warnings, running]: [object[], Promise<unknown>[]] = [[], []];
  const { noted, requests, bankEvents, ...notes } = recordNotes();
  const log = recordWarnings(warnings);
  const ctx: Ctx = {
    clock,
    ...ofMachine,
    db: productDb,
    sandboxTime: createFixedTime(clock, { db: productDb, processNumber, realTime: systemTime, log }),
    vault: createVault(systemRandom, [{ id: "test", key: Buffer.alloc(32, 7) }]),
    auditKeys: testAuditKeys,
    auditHeads: { file: recordHeads(exportedHeads), mailTo: "audit@vezne.test" },
    pages: testPages,
    ...createTestSurroundings(),
    banks: bank,
    log,
    origins,
    egressAddresses: [],
    refusalsMultiplier: options.refusalsMultiplier ?? 1_000,
    captureWaitMs: options.captureWaitMs ?? patienceMs,
    refundWaitMs: options.refundWaitMs ?? patienceMs,
    openMoneyCalls: new Map(),
    webhooks: options.webhooks ?? receiver,
    mail,
    signals: recordSignals(signalled, db),
    receiverSlots: createKeyedSemaphore(2),
    dueWork: createDueWorkLock(),
    processNumber,
    nameSubject: () => undefined,
    ...notes,
    circuits: new Circuits(options.bankBreaker ?? false),
    background: (work) => void running.push(work.catch(() => undefined)),
  };
  const [lease, apiKey] = await Promise.all([holdLease(database.url, processNumber), loadAccounts(ctx)]);
  const signIn = createSignIn(ctx, apiKey);
  return {
    ctx,
    clock,
    bank,
    receiver,
    mail,
    /** The recorded signals to background work: `outbox`, or the id of an attempt, a refund, a delivery or a mail. */
    signalled,
    db,
    apiKey,
    caller: await signIn(),
    signIn,
    warnings,
    /** The lines of the file to which the heads of the audit logs are exported. */
    exportedHeads,
    /** The messages for the bank message traces. */
    noted,
    /** The events that are counted for the board of the banks. */
    bankEvents,
    /** The entries for the accounts' request logs. */
    requests,
    settled: () => waitForAll(running),
    /** Ends the world, and expects that its books agree (D-391). */
    async close() {
      await waitForAll(running);
      const leave = () => Promise.all([lease.release(), ...[...new Set([productDb, db])].map(closeDb)]);
      await expectBooksToAgree(db, options).finally(() => leave().then(database.drop));
    },
  };
}

async function expectBooksToAgree(db: Db, { hasBrokenBooks }: WorldSettings): Promise<void> {
  const differences = hasBrokenBooks ? [] : (await auditLedger(db)).differences;
  if (differences.length > 0) throw new Error(`The books do not agree at the end: ${JSON.stringify(differences)}`);
}

async function loadAccounts(ctx: Ctx): Promise<string> {
  const createdAt = ctx.clock.now();
  const prisma = ctx.db.prisma;
  await prisma.partner.createMany({
    data: ["prt_ours", "prt_other"].map((id) => ({
      id,
      name: `Shop ${id}`,
      createdAt,
      webhookSecret: ctx.vault.seal(webhookSecretPurpose(id), testWebhookSecret),
    })),
  });
  const apiKey = newApiKey(systemRandom, "test");
  const keyHash = Uint8Array.from(hashApiKey(apiKey));
  await prisma.apiKey.create({
    data: {
      id: "key_1",
      partnerId: asPartnerId("prt_ours"),
      name: "k",
      prefix: toApiKeyPrefix(apiKey),
      keyHash,
      createdAt,
      scopes: [...keyScopes],
    },
  });
  const limits = { limitPerTx: 50_000n, limitDaily: 100_000n };
  const terminals = [
    { id: testTerminals.ours, partnerId: "prt_ours" },
    { id: testTerminals.foreign, partnerId: "prt_other" },
    { id: testTerminals.limited, partnerId: "prt_ours", ...limits },
  ];
  for (const terminal of terminals) {
    await prisma.terminal.create({
      data: {
        name: terminal.id,
        bank: "scripted",
        allowedFamilies: [...cardFamilies],
        effectiveCounts: [1, 3],
        createdAt,
        connections: { create: scriptedConnection(ctx.vault, terminal.id, createdAt) },
        ...terminal,
      },
    });
  }
  await insertTariffs(
    prisma,
    terminals.map(({ id }) => firstTariff(id, sandboxTariff)),
  );
  const bin = { bank: "Halkbank", commercial: false, confidence: "high" };
  await prisma.binRange.createMany({
    data: [
      { ...bin, bin: "552879", brand: "paraf", family: "credit", scheme: "mastercard" },
      { ...bin, bin: "450803", brand: null, family: "debit", scheme: "visa" },
      { ...bin, bin: "424242", bank: "Foreign Bank", brand: null, family: "foreign", scheme: "visa" },
    ],
  });
  return apiKey;
}

/** The bank account of the test world's terminals at the scripted bank. */
export const scriptedAccount: AccountText = {
  merchantId: "1",
  terminalNo: "1",
  user: "u",
  password: "p",
  storeKey: "k",
  endpoints: { gate: "http://bank.test/gate", api: "http://bank.test/api" },
};

/** Builds a terminal's connection with the scripted bank, to create it together with the terminal. */
export const scriptedConnection = (vault: Vault, terminalId: string, createdAt: Date) => ({
  id: `bcn_${terminalId}`,
  bank: "scripted",
  account: sealAccount(vault, terminalId, scriptedAccount),
  createdAt,
});

export const testCard = (pan = "5528790000000008") => ({
  pan: new Secret(pan),
  expireMonth: "12",
  expireYear: "30",
  cv2: new Secret("123"),
});

/** Builds the fields of a return in tests: one field with the verdict. */
export const returnFields = (
  verdict: "authenticated" | "not_authenticated" | "refused" | "unresolved",
): ReturnFields => [["verdict", verdict]];

const references = { authCode: "A1", rrn: "R1", transactionId: "T1" };
export const approved = { kind: "approved", references } as const satisfies Outcome;
/** The answer of an inquiry about a captured payment of 40,000 kuruş. */
export const paid = { kind: "paid", amountKurus: 40_000n, references } as const satisfies Outcome;
export const declined: Outcome = { kind: "declined", reason: "insufficient_funds", bankCode: "51" };
export const unknown: Outcome = { kind: "unknown", cause: "timeout" };

/** The prices of every terminal of the test world. */
export const usualPrices = sandboxTariff;
