import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Operation, Outcome } from "@/server/banks/bank";
import { days, hours, minutes } from "@/server/domain/clock";
import { insertTariffs } from "@/server/store/pricing/tariffs";
import { createVault } from "@/server/store/vault";
import { linkJourneyIn } from "@/server/testing/journeys/link";
import { resultIn } from "@/server/testing/journeys/payment";
import { historyOf, patient, type RefundJourney, refundJourneyIn } from "@/server/testing/journeys/refund";
import { statementsOf } from "@/server/testing/world/queries";
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

// An attempt keeps the bank connection that it began with (D-77), whatever its terminal has now.
let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld({ ...patient, captureWaitMs: 2_000 });
  journey = refundJourneyIn(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.asked.length = 0;
  for (const kind of ["capture", "void", "credit"] as const) world.bank.answer(kind, approved);
});

const notFound: Outcome = { kind: "not_found" };
const orderIdOf = (operation: Operation): string =>
  "order" in operation ? operation.order.orderId : operation.orderId;

/** The shop, and so the bank, that an operation was asked at. */
const shopOf = (operation: Operation) => world.bank.accountOf.get(operation)?.merchantId;
/** Only the first shop knows the orders of this file; the one after an exchange has never heard of them. */
const knownAtFirst =
  (outcome: Outcome) =>
  (operation: Operation): Outcome =>
    shopOf(operation) === "1" ? outcome : notFound;

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

/** From now on the terminal is another shop's, at another bank. */
const exchange = (terminalId: string, merchantId = "2", bank = "scripted-2") =>
  exchangeBankConnection(world.ctx, { terminalId, bank, account: { ...scriptedAccount, merchantId } });

/** What was asked about a payment, and at which shops. */
async function callsAbout(paymentCode: string) {
  const { bankOrderId } = await journey.attemptOf(paymentCode);
  const calls = world.bank.asked.filter((operation) => orderIdOf(operation) === bankOrderId);
  return { kinds: calls.map(({ kind }) => kind), shops: [...new Set(calls.map(shopOf))] };
}

describe("after an exchange, the bank that has the money is asked", () => {
  /** A payment whose capture got no readable answer, and whose terminal has been given another connection since. */
  async function lostThenExchanged() {
    const terminalId = await newTerminal();
    world.bank.answer("capture", unknown);
    const { token, paymentCode } = await journey.atTheBank({ terminalId });
    expect(resultIn(await journey.comeBack(token))).toBe("pending");
    await exchange(terminalId);
    return paymentCode;
  }

  test("an unknown capture is inquired there, and ends captured", async () => {
    const paymentCode = await lostThenExchanged();
    world.bank.answer("inquire", knownAtFirst(paid));
    await journey.advance(minutes(5));
    expect(await journey.look(paymentCode)).toMatchObject({ status: "captured" });
    expect(await callsAbout(paymentCode)).toEqual({ kinds: ["capture", "inquire"], shops: ["1"] });
  });

  test("money of a payment that was given up is found there, and voided there", async () => {
    const paymentCode = await lostThenExchanged();
    world.bank.answer("inquire", notFound);
    await journey.advance(minutes(5));
    expect(await journey.look(paymentCode)).toMatchObject({ status: "failed" });
    world.bank.answer("inquire", knownAtFirst(paid));
    world.bank.answer("history", knownAtFirst(historyOf({ isVoided: true })));
    await journey.advance(days(1));
    const { kinds, shops } = await callsAbout(paymentCode);
    expect(kinds).toContain("void");
    expect(shops).toEqual(["1"]);
  });

  test("a browser that was away meanwhile is read, and its payment captured, with the connection of its form", async () => {
    const terminalId = await newTerminal();
    const { token, paymentCode } = await journey.atTheBank({ terminalId });
    await exchange(terminalId);
    world.bank.answer("resolve", (operation) => ({
      kind: "resolved",
      authentication: { verdict: "authenticated", orderId: orderIdOf(operation), proofs: { mac: "mac" } },
    }));
    expect(resultIn(await journey.comeBack(token, "unresolved"))).toBe("success");
    expect(await callsAbout(paymentCode)).toEqual({ kinds: ["resolve", "capture"], shops: ["1"] });
  });

  test("a void goes there", async () => {
    const terminalId = await newTerminal();
    const paymentCode = await journey.captured({ terminalId });
    await exchange(terminalId);
    expect(await journey.asked(paymentCode)).toBe("void approved");
    const { kinds, shops } = await callsAbout(paymentCode);
    expect(kinds.at(-1)).toBe("void");
    expect(shops).toEqual(["1"]);
  });

  test("a credit, the inquiry about it and the last look go there", async () => {
    const terminalId = await newTerminal();
    const paymentCode = await journey.capturedYesterday({ terminalId });
    await exchange(terminalId);
    world.bank.answer("history", knownAtFirst(historyOf()));
    expect(await journey.asked(paymentCode, { amountKurus: 100n })).toBe("credit approved");
    world.bank.answer("history", knownAtFirst(historyOf({ credits: [100n] })));
    world.bank.answer("credit", unknown);
    const { refundId } = await journey.refund(paymentCode, { amountKurus: 200n });
    await journey.advance(minutes(5));
    expect(await journey.refundRecord(refundId)).toMatchObject({ status: "declined" });
    await journey.advance(days(1) + hours(2));
    const { kinds, shops } = await callsAbout(paymentCode);
    expect(kinds.filter((kind) => kind === "history").length).toBeGreaterThan(2);
    expect(shops).toEqual(["1"]);
    expect((await journey.refundRow(refundId)).recheckAt).toBeNull();
  });

  test("so it does when its connection was encrypted under another key since", async () => {
    const terminalId = await newTerminal();
    const paymentCode = await journey.captured({ terminalId });
    await exchange(terminalId);
    const oldKey = { id: "test", key: Buffer.alloc(32, 7) };
    const newKey = { id: "k2", key: Buffer.alloc(32, 8) };
    const rotated = { ...world.ctx, vault: createVault([newKey, oldKey]) };
    expect((await rotateEncryptionKeys(rotated)).unreadable).toEqual([]);
    const without = { ...world.ctx, vault: createVault([newKey]) };
    expect(await journey.asked(paymentCode, { ctx: without })).toBe("void approved");
    expect((await callsAbout(paymentCode)).shops).toEqual(["1"]);
    const back = { ...world.ctx, vault: createVault([oldKey, newKey]) };
    expect((await rotateEncryptionKeys(back)).unreadable).toEqual([]);
  });
});

describe("a handoff after an exchange", () => {
  test("costs no statement of its own: the connection is in memory with the terminal's terms", async () => {
    const terminalId = await newTerminal();
    await exchange(terminalId);
    const { paymentRef } = await journey.create({ terminalId });
    const statements = await statementsOf(world.db, () => journey.start(paymentRef));
    expect(statements.filter((text) => /bank_connection|find-terms/.test(text))).toEqual([]);
    expect(statements.some((text) => text.includes("attempt"))).toBe(true);
  });

  test("goes to the new connection, of a payment that was created before it too", async () => {
    const terminalId = await newTerminal();
    const created = await journey.create({ terminalId });
    await journey.captured({ terminalId });
    const { connectionId } = await exchange(terminalId);
    expect((await journey.start(created.paymentRef)).kind).toBe("form");
    expect(await journey.attemptOf(created.paymentCode)).toMatchObject({ connectionId });
    const paymentCode = await journey.captured({ terminalId });
    expect(await callsAbout(paymentCode)).toEqual({ kinds: ["capture"], shops: ["2"] });
    expect(await journey.asked(paymentCode)).toBe("void approved");
    expect((await callsAbout(paymentCode)).shops).toEqual(["2"]);
  });

  test("of a link goes to the new connection", async () => {
    const terminalId = await newTerminal();
    const journeys = linkJourneyIn(world);
    const link = await journeys.create({ terminalId });
    const { connectionId } = await exchange(terminalId);
    await journeys.toTheBank(link);
    const payment = await world.db.prisma.payment.findFirstOrThrow({ where: { terminalId } });
    expect(await journey.attemptOf(payment.id)).toMatchObject({ connectionId });
  });
});
