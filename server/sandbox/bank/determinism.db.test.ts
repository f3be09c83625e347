import type { Pool } from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { BankOrder, Operation, Outcome, Proofs, Protocol } from "@/server/banks/bank";
import { createBanks } from "@/server/banks/registry";
import { FixedClock } from "@/server/domain/clock";
import { trustCard } from "@/server/domain/payments/card-form";
import type { Random } from "@/server/domain/random";
import { Secret } from "@/server/domain/secret";
import { createInProcessBrowser, requireMessage, toBankRequest } from "@/server/testing/banks/in-process-banks";
import { panWith } from "@/server/testing/banks/shop";
import { createTestDatabase, type TestDatabase } from "@/server/testing/world/database";
import { createSeededRandom } from "@/server/testing/world/seeded-random";
import { toBankAccount } from "@/server/usecases/banks/shared/bank-connection";
import { agreements } from "../accounts/agreements";
import type { Answer } from "./answer";
import type { CardOutcome } from "./cards";
import { oneTimeCode } from "./challenge";
import { openBanks, type SimulatedBanks } from "./open-banks";
import { openPool } from "./records/database";
import { sandboxShop } from "./records/shops";
import type { BankRequest } from "./simulator";

// The product's connectors walk through the banks in this process, again and again from empty tables.

const origin = "http://banks.test";
const clientIp = "192.0.2.1";

let database: TestDatabase;
let pool: Pool;
let banks: SimulatedBanks;
let random: Random;
const clock = new FixedClock();
const settings = () => ({
  origin: () => origin,
  sandboxKey: "key",
  clock,
  realTime: clock,
  random: { bytes: (count: number) => random.bytes(count) },
});
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url);
  banks = await openBanks({ ...settings(), database: pool });
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await banks.close();
  await pool.end();
  await database.drop();
});

async function emptyTables(): Promise<void> {
  const { rows } = await pool.query(
    "select 'simulator.' || table_name as name from information_schema.tables where table_schema = 'simulator'",
  );
  await pool.query(`truncate ${rows.map(({ name }) => name).join()}`);
}

/** Sends requests to banks, records their answers, and expects that no statement goes on after an answer. */
function recordAnswers({ answer }: Pick<SimulatedBanks, "answer">) {
  const heard: unknown[] = [];
  return {
    heard,
    async answer(request: BankRequest): Promise<Answer> {
      const given = await answer(request);
      expect([pool.idleCount, pool.waitingCount]).toEqual([pool.totalCount, 0]);
      heard.push(given.kind === "broken" ? given : { ...given, body: Buffer.from(given.body).toString("latin1") });
      return given;
    },
  };
}

const catalogued = { nestpay: "isbank", garanti: "garanti", posnet: "yapikredi", payfor: "qnb" } as const;

/** Creates a merchant's server and its buyer. */
function openShop(protocol: Protocol, { answer }: Pick<SimulatedBanks, "answer">) {
  const connector = createBanks().getConnector(protocol);
  const bank = catalogued[protocol];
  const account = toBankAccount(bank, agreements[bank](sandboxShop, origin));
  const browser = createInProcessBrowser({ answer }, clientIp);

  async function ask(operation: Operation): Promise<Outcome> {
    const request = { method: "POST", ...connector.encode(operation, account) };
    const { status, headers, body } = requireMessage(await answer(toBankRequest(request, clientIp)));
    return connector.decode(operation, { status, contentType: headers.get("content-type") ?? "", body }, account);
  }

  /** Takes the buyer to the bank and back; returns the proofs, or null of a buyer who was not authenticated. */
  async function authenticate(order: BankOrder, outcome: CardOutcome, code: string | null): Promise<Proofs | null> {
    const { pan, expireMonth, expireYear, cv2 } = cardWith(outcome);
    const card = trustCard({ pan: new Secret(pan), expireMonth, expireYear, cv2: new Secret(cv2) });
    const prepared = connector.supports.prepare ? await ask({ kind: "prepare", order, card }) : null;
    const sealed = prepared?.kind === "approved" ? prepared.prepared : undefined;
    const form = connector.buildBankForm(order, card, account, sealed);
    const { action, fields } = await browser.authenticate(form, code);
    expect(action).toBe(order.callbackUrl);
    const read = connector.readReturn(fields, order, account);
    if (read.verdict !== "unresolved") return read.verdict === "authenticated" ? read.proofs : null;
    const resolved = await ask({ kind: "resolve", order, proofs: read.proofs });
    if (resolved.kind !== "resolved" || resolved.authentication.verdict !== "authenticated") return null;
    return { ...read.proofs, ...resolved.authentication.proofs };
  }
  return { account, ask, authenticate };
}

const cardWith = (outcome: CardOutcome) => ({
  pan: panWith(outcome),
  expireMonth: "12",
  expireYear: "30",
  cv2: "000",
});

const createOrder = (orderId: string): BankOrder => ({
  orderId,
  amountKurus: 1_250n,
  installment: 3,
  language: "tr",
  callbackUrl: "http://pay.test/3ds/callback/token",
  nonce: "nonce-1",
  buyerIp: clientIp,
});

/** Walks orders through a bank, and returns its answers and what the connector read in them. */
async function walk(protocol: Protocol, opened: SimulatedBanks) {
  const recorded = recordAnswers(opened);
  const { account, ask, authenticate } = openShop(protocol, recorded);
  const outcomes: string[] = [];
  const note = (outcome: Outcome): Outcome => {
    outcomes.push(outcome.kind);
    return outcome;
  };
  const none = { authCode: null, rrn: null, transactionId: null };

  async function pay(order: BankOrder, outcome: CardOutcome) {
    const proofs = await authenticate(order, outcome, oneTimeCode);
    if (proofs === null) throw new Error("The buyer was not authenticated");
    const done = note(await ask({ kind: "capture", order, proofs }));
    const references = done.kind === "approved" ? done.references : none;
    return { orderId: order.orderId, references, buyerIp: clientIp };
  }
  const voided = await pay(createOrder("VOIDEDVOIDEDVOIDED01"), "approved");
  note(await ask({ kind: "void", ...voided, amountKurus: 1_250n }));
  note(await ask({ kind: "history", ...voided }));
  const credited = await pay(createOrder("CREDITEDCREDITEDCRED"), "approved");
  note(await ask({ kind: "credit", ...credited, amountKurus: 500n, refundKey: "R" }));
  note(await ask({ kind: "void", ...credited, amountKurus: 1_250n }));
  note(await ask({ kind: "history", ...credited }));
  await pay(createOrder("DECLINEDDECLINEDDECL"), "declined_insufficient_funds");
  const cancelled = createOrder("CANCELLEDCANCELLED01");
  expect(await authenticate(cancelled, "approved", null)).toBeNull();
  note(await ask({ kind: "inquire", orderId: cancelled.orderId, references: none, buyerIp: clientIp }));
  const unreadable = { method: "POST", url: account.endpoints.api, body: Buffer.from("?") };
  await recorded.answer(toBankRequest(unreadable, clientIp));
  return { heard: recorded.heard, outcomes };
}

/** Walks from empty tables, on a machine with another time. */
async function walkAgain(protocol: Protocol, seed: string, machineTime: string, opened = banks) {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(machineTime) });
  await emptyTables();
  random = createSeededRandom(seed);
  return walk(protocol, opened);
}

const protocols = ["nestpay", "garanti", "posnet", "payfor"] as const;

test.each(protocols)("equal answers of %s for one seed, and others for another seed", async (protocol) => {
  const first = await walkAgain(protocol, "seed 1", "2026-11-20T09:00:00Z");
  expect(first.outcomes.join(" ")).toBe(
    "approved approved history approved approved declined history declined not_found",
  );
  expect(await walkAgain(protocol, "seed 1", "2031-02-03T04:05:06Z")).toEqual(first);
  const { heard, outcomes } = await walkAgain(protocol, "seed 2", "2026-11-20T09:00:00Z");
  expect(outcomes).toEqual(first.outcomes);
  expect(heard).not.toEqual(first.heard);
});

test.each(protocols)("equal answers of %s after the banks were opened again, by the address", async (protocol) => {
  const first = await walkAgain(protocol, "seed 1", "2026-11-20T09:00:00Z");
  const others = await openBanks({ ...settings(), database: database.url });
  expect(await walkAgain(protocol, "seed 1", "2026-11-20T09:00:00Z", others)).toEqual(first);
  await others.close();
});
