import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hours, plusMs, seconds } from "@/server/domain/clock";
import { newId } from "@/server/domain/ids";
import type { AllPaymentFilters } from "@/server/domain/payments/all-payment-list";
import { readAllPaymentSearch } from "@/server/domain/payments/all-payment-search";
import { systemRandom } from "@/server/domain/random";
import { findAllPayments } from "@/server/store/payments/all-payments";
import { writeAllPaymentRows } from "@/server/testing/journeys/all-payment-rows";
import { createRefundJourney, longWaits } from "@/server/testing/journeys/refund";
import { explainLastQuery } from "@/server/testing/world/queries";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { listAllPayments } from "./all-payments-queries";

let world: TestWorld;
let journey: ReturnType<typeof createRefundJourney>;
let paymentCode = "";
const count = 33_000;
const firstAt = new Date("2026-11-01T00:00:00Z");
const at = (n: number) => plusMs(firstAt, seconds(n));
let codes: readonly string[] = [];
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
  codes = await writeAllPaymentRows(world, count, firstAt);
  paymentCode = await journey.capture({ amountKurus: 12_345n });
});
afterAll(() => world.close());

const none: AllPaymentFilters = { status: null, created: null, amount: null, partnerId: null, terminalId: null };
const list = (text: string, filters: Partial<AllPaymentFilters> = {}, cursor: string | null = null, countMax = 50) =>
  listAllPayments(world.ctx, {
    filters: { ...none, ...filters },
    search: readAllPaymentSearch(text),
    cursor,
    countMax,
  });
const found = async (text: string, filters: Partial<AllPaymentFilters> = {}) =>
  (await list(text, filters)).items.map((item) => item.paymentCode);

describe("the payments of all accounts", () => {
  test("are listed from the newest, page by page, each with its account", async () => {
    const first = await list("");
    expect(first.items.slice(0, 2)).toMatchObject([
      { paymentCode, partnerId: "prt_ours", partnerName: "Shop prt_ours", status: "captured" },
      { paymentCode: codes[count - 1], partnerId: "prt_other", partnerName: "Shop prt_other" },
    ]);
    const second = await list("", {}, first.nextCursor);
    expect(second.items[0]?.paymentCode).toBe(codes[count - 50]);
    expect((await list("", {}, "nonsense")).items).toEqual(first.items);
  });

  test("are found by every identifier, also those of another account, and only by whole ones", async () => {
    const attempt = await world.db.prisma.attempt.findFirstOrThrow({ where: { paymentId: paymentCode } });
    const { partnerTxCode } = await world.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentCode } });
    await world.db.prisma.attempt.update({
      where: { id: attempt.id },
      data: { authCode: "A1B2C3", rrn: "987654321012" },
    });
    const { refundId } = await journey.refund(paymentCode);
    await world.db.prisma.refund.update({ where: { id: refundId }, data: { authCode: "R7E8F9", rrn: "555000111222" } });
    const ofRefund = [refundId, "r7e8f9", "555000111222"];
    const texts = [paymentCode, partnerTxCode, attempt.bankOrderId, "a1b2c3", "987654321012", ...ofRefund];
    for (const text of texts) expect(await found(text), text).toEqual([paymentCode]);
    expect(await found("A1B2C")).toEqual([]);
    expect(await found(newId(systemRandom, "payment", firstAt))).toEqual([]);
    expect(await found(codes[5] ?? "")).toEqual([codes[5]]);
    for (const text of ["%", "'", "pay_", "\\"]) expect(await found(text), text).toEqual([]);
  });

  test("are found by the beginning of an order code in every state, and a text that says too little is told", async () => {
    const ending = await list("ROW-1000");
    expect(
      ending.items
        .map((item) => item.partnerTxCode)
        .sort()
        .slice(0, 2),
    ).toEqual(["ROW-1000", "ROW-10000"]);
    expect(new Set(ending.items.map(({ status }) => status)).size).toBeGreaterThan(1);
    expect(ending).toMatchObject({ isCut: false, nextCursor: null });
    expect(await list("ROW-")).toMatchObject({ isCut: true });
  });

  test("are found by the last digits of a card, and by its first ones as well, page by page", async () => {
    const expected = codes.filter((_, n) => n % 3000 === 7).toReversed();
    expect(await found("0007")).toEqual(expected);
    expect(await found("552879 0007")).toEqual(expected);
    expect(await found("552879******0007", { partnerId: "prt_other" })).toEqual(
      codes.filter((_, n) => n % 3000 === 7 && n % 2 === 1).toReversed(),
    );
    expect(await found("454360 0007")).toEqual([]);
    const first = await list("0007", {}, null, 4);
    expect((await list("0007", {}, first.nextCursor, 50)).items.map((item) => item.paymentCode)).toEqual(
      expected.slice(4),
    );
  });

  test("are filtered by account, terminal, state, amount and time, together and by the account's id as a text", async () => {
    const { items } = await list("", { partnerId: "prt_other", status: ["failed"] });
    expect(items).toHaveLength(50);
    expect(new Set(items.map((item) => `${item.partnerId} ${item.status}`))).toEqual(new Set(["prt_other failed"]));
    expect((await found("prt_ours")).at(0)).toBe(paymentCode);
    expect((await found("trm_foreign")).at(0)).toBe(codes[count - 1]);
    expect(await found("trm_foreign", { partnerId: "prt_ours" })).toEqual([]);
    expect(await found("trm_nothing")).toEqual([]);
    expect(await found("", { amount: { fromKurus: 12_345n, toKurus: 12_345n } })).toEqual([paymentCode]);
    const created = { from: at(10), to: at(13) };
    expect(await found("", { created })).toEqual([codes[12], codes[11], codes[10]]);
    expect(await found("", { created, partnerId: "prt_other" })).toEqual([codes[11]]);
    expect(await found("0007", { created: { from: at(0), to: at(8) } })).toEqual([codes[7]]);
    expect(await found("", { created: { from: plusMs(world.clock.now(), hours(1)), to: null } })).toEqual([]);
  });

  test("are looked through in parts: a page that finds nothing says where the next one continues", async () => {
    const rare = { amount: { fromKurus: 7_000_000n, toKurus: null } };
    const first = await list("", rare);
    expect(first.items).toEqual([]);
    const second = await list("", rare, first.nextCursor);
    expect(second.items.map((item) => item.paymentCode)).toEqual([codes[0]]);
    expect(second.nextCursor).toBeNull();
  });
});

describe("no page reads all payments", () => {
  test.each([
    ["the newest", "", {}, 60],
    ["an order code", "ROW-17", {}, 3_000],
    ["the last digits of a card", "0007", {}, 600],
    ["a reference of the bank", "A1B2C3", {}, 220],
    ["a reference of a refund", "555000111222", {}, 220],
  ] as const)("%s", async (_, text, filters, pagesMax) => {
    const plan = await explainLastQuery(world.db, () =>
      findAllPayments(world.db, {
        filters: { ...none, ...filters },
        search: readAllPaymentSearch(text),
        afterId: null,
        countMax: 51,
      }),
    );
    expect(plan).not.toMatch(/Seq Scan on (payment|attempt|refund|money_return)/);
    const [, hit = "0"] = /Buffers: shared hit=(\d+)/.exec(plan) ?? [];
    expect(Number(hit), plan).toBeLessThan(pagesMax);
  });
});
