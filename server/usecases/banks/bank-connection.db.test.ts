import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Operation, Outcome } from "@/server/banks/bank";
import { days, hours, minutes } from "@/server/domain/clock";
import { systemRandom } from "@/server/domain/random";
import { insertTariffs } from "@/server/store/pricing/tariffs";
import { createVault } from "@/server/store/vault";
import { createLinkJourney } from "@/server/testing/journeys/link";
import { readResult } from "@/server/testing/journeys/payment";
import { buildHistory, createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { recordStatements } from "@/server/testing/world/queries";
import {
  approved,
  openTestWorld,
  paid,
  scriptedAccount,
  scriptedConnection,
  type TestWorld,
  unknown,
  usualPrices,
} from "@/server/testing/world/world";
import { rotateEncryptionKeys } from "../operations/rotate-encryption-keys";
import { exchangeBankConnection } from "./exchange-bank-connection";

// Tests that an attempt keeps the bank connection with which it began (D-77), even after its terminal got another one.
let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.calls.length = 0;
  for (const kind of ["capture", "void", "credit"] as const) world.bank.answer(kind, approved);
});

const notFound: Outcome = { kind: "not_found" };
const toOrderId = (operation: Operation): string =>
  "order" in operation ? operation.order.orderId : operation.orderId;

/** Returns the shop, and so the bank, to which an operation was sent. */
const findShop = (operation: Operation) => world.bank.accounts.get(operation)?.merchantId;
/** Answers that only the first shop knows the orders of this file; the shop after an exchange finds none of them. */
const knownAtFirst =
  (outcome: Outcome) =>
  (operation: Operation): Outcome =>
    findShop(operation) === "1" ? outcome : notFound;

let count = 0;
async function newTerminal(): Promise<string> {
  count += 1;
  const id = `trm_exchange_${count}`;
  const createdAt = world.clock.now();
  const connections = { create: scriptedConnection(world.ctx.vault, id, createdAt) };
  const bare = { id, partnerId: "prt_ours", name: id, bank: "scripted", createdAt };
  await world.db.prisma.terminal.create({
    data: { ...bare, allowedFamilies: ["credit"], effectiveCounts: [1, 3], connections },
  });
  const tariff = {
    id: `trf_${id}`,
    terminalId: id,
    validFrom: createdAt,
    validTo: null,
    prices: usualPrices,
  };
  await insertTariffs(world.db.prisma, [tariff]);
  return id;
}

/** Gives the terminal the connection of another shop at another bank. */
const exchange = (terminalId: string, merchantId = "2", bank = "scripted-2") =>
  exchangeBankConnection(world.ctx, { terminalId, bank, account: { ...scriptedAccount, merchantId } });

/** Returns the operations of a payment and the shops to which they were sent. */
async function callsAbout(paymentCode: string) {
  const { bankOrderId } = await journey.getAttempt(paymentCode);
  const calls = world.bank.calls.filter((operation) => toOrderId(operation) === bankOrderId);
  return { kinds: calls.map(({ kind }) => kind), shops: [...new Set(calls.map(findShop))] };
}

describe("after an exchange, the attempt's own bank gets every operation", () => {
  /** Creates a payment whose capture got no readable answer and whose terminal then got another connection. */
  async function lostThenExchanged() {
    const terminalId = await newTerminal();
    world.bank.answer("capture", unknown);
    const { token, paymentCode } = await journey.createAtBank({ terminalId });
    expect(readResult(await journey.returnWithoutWaiting(token))).toBe("pending");
    await exchange(terminalId);
    return paymentCode;
  }

  test("inquires an unknown capture there and captures it", async () => {
    const paymentCode = await lostThenExchanged();
    world.bank.answer("inquire", knownAtFirst(paid));
    await journey.advance(minutes(5));
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "captured" });
    expect(await callsAbout(paymentCode)).toEqual({ kinds: ["capture", "inquire"], shops: ["1"] });
  });

  test("finds and voids the money of a given-up payment there", async () => {
    const paymentCode = await lostThenExchanged();
    world.bank.answer("inquire", notFound);
    await journey.advance(minutes(5));
    expect(await journey.getPayment(paymentCode)).toMatchObject({ status: "failed" });
    world.bank.answer("inquire", knownAtFirst(paid));
    world.bank.answer("history", knownAtFirst(buildHistory({ isVoided: true })));
    await journey.advance(days(1));
    const { kinds, shops } = await callsAbout(paymentCode);
    expect(kinds).toContain("void");
    expect(shops).toEqual(["1"]);
  });

  test("reads a browser's return and captures with the connection of its form", async () => {
    const terminalId = await newTerminal();
    const { token, paymentCode } = await journey.createAtBank({ terminalId });
    await exchange(terminalId);
    world.bank.answer("resolve", (operation) => ({
      kind: "resolved",
      authentication: { verdict: "authenticated", orderId: toOrderId(operation), proofs: { mac: "mac" } },
    }));
    expect(readResult(await journey.returnFromBank(token, "unresolved"))).toBe("success");
    expect(await callsAbout(paymentCode)).toEqual({ kinds: ["resolve", "capture"], shops: ["1"] });
  });

  test("sends a void there", async () => {
    const terminalId = await newTerminal();
    const paymentCode = await journey.capture({ terminalId });
    await exchange(terminalId);
    expect(await journey.tryRefund(paymentCode)).toBe("void approved");
    const { kinds, shops } = await callsAbout(paymentCode);
    expect(kinds.at(-1)).toBe("void");
    expect(shops).toEqual(["1"]);
  });

  test("sends a credit, its inquiry and its day-end check there", async () => {
    const terminalId = await newTerminal();
    const paymentCode = await journey.captureYesterday({ terminalId });
    await exchange(terminalId);
    world.bank.answer("history", knownAtFirst(buildHistory()));
    expect(await journey.tryRefund(paymentCode, { amountKurus: 100n })).toBe("credit approved");
    world.bank.answer("history", knownAtFirst(buildHistory({ credits: [100n] })));
    world.bank.answer("credit", unknown);
    const { refundId } = await journey.refund(paymentCode, { amountKurus: 200n });
    await journey.advance(minutes(5));
    expect(await journey.getRefund(refundId)).toMatchObject({ status: "declined" });
    await journey.advance(days(1) + hours(2));
    const { kinds, shops } = await callsAbout(paymentCode);
    expect(kinds.filter((kind) => kind === "history").length).toBeGreaterThan(2);
    expect(shops).toEqual(["1"]);
    expect((await journey.getRefundRow(refundId)).recheckAt).toBeNull();
  });

  test("also does so after its connection was encrypted again under another key", async () => {
    const terminalId = await newTerminal();
    const paymentCode = await journey.capture({ terminalId });
    await exchange(terminalId);
    const oldKey = { id: "test", key: Buffer.alloc(32, 7) };
    const newKey = { id: "k2", key: Buffer.alloc(32, 8) };
    const rotated = { ...world.ctx, vault: createVault(systemRandom, [newKey, oldKey]) };
    expect((await rotateEncryptionKeys(rotated)).unreadable).toEqual([]);
    const without = { ...world.ctx, vault: createVault(systemRandom, [newKey]) };
    expect(await journey.tryRefund(paymentCode, { ctx: without })).toBe("void approved");
    expect((await callsAbout(paymentCode)).shops).toEqual(["1"]);
    const back = { ...world.ctx, vault: createVault(systemRandom, [oldKey, newKey]) };
    expect((await rotateEncryptionKeys(back)).unreadable).toEqual([]);
  });
});

describe("a handoff after an exchange", () => {
  test("runs no extra statement, because the connection is cached with the terminal's terms", async () => {
    const terminalId = await newTerminal();
    await exchange(terminalId);
    const { paymentRef } = await journey.create({ terminalId });
    const statements = await recordStatements(world.db, () => journey.start(paymentRef));
    expect(statements.filter((text) => /bank_connection|find-terms/.test(text))).toEqual([]);
    expect(statements.some((text) => text.includes("attempt"))).toBe(true);
  });

  test("uses the new connection, also for a payment created before it", async () => {
    const terminalId = await newTerminal();
    const created = await journey.create({ terminalId });
    await journey.capture({ terminalId });
    const { connectionId } = await exchange(terminalId);
    expect((await journey.start(created.paymentRef)).kind).toBe("form");
    expect(await journey.getAttempt(created.paymentCode)).toMatchObject({ connectionId });
    const paymentCode = await journey.capture({ terminalId });
    expect(await callsAbout(paymentCode)).toEqual({ kinds: ["capture"], shops: ["2"] });
    expect(await journey.tryRefund(paymentCode)).toBe("void approved");
    expect((await callsAbout(paymentCode)).shops).toEqual(["2"]);
  });

  test("uses the new connection for a link", async () => {
    const terminalId = await newTerminal();
    const journeys = createLinkJourney(world);
    const link = await journeys.create({ terminalId });
    const { connectionId } = await exchange(terminalId);
    await journeys.sendToBank(link);
    const payment = await world.db.prisma.payment.findFirstOrThrow({ where: { terminalId } });
    expect(await journey.getAttempt(payment.id)).toMatchObject({ connectionId });
  });
});
