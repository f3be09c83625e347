import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { days, minutes, plusMs } from "@/server/domain/clock";
import { type PaymentFilters, refundedStates } from "@/server/domain/payments/payment-filters";
import { readPaymentSearch } from "@/server/domain/payments/payment-search";
import type { PaymentRow } from "@/server/store/payments/payments";
import { asPartnerId } from "@/server/store/tenant";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { writePaymentRows } from "@/server/testing/journeys/payment-rows";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { listPayments } from "./queries";

/**
 * More payments than the search reads row by row, and more than the newest that it scans, so that every query plan is
 * used.
 */
const count = 18_000;

let world: TestWorld;
let all: PaymentRow[];
beforeAll(async () => {
  world = await openTestWorld();
  await writePaymentRows(world, count, plusMs(world.clock.now(), -minutes(10) - count * 1_000));
  await world.db.prisma.payment.updateMany({
    where: { status: "initiated" },
    data: { expiresAt: plusMs(world.clock.now(), days(1)) },
  });
  all = await world.db.prisma.payment.findMany({ orderBy: [{ createdAt: "desc" }, { id: "desc" }] });
}, 60_000);
afterAll(() => world.close());

const nothing: PaymentFilters = {
  status: null,
  refunded: null,
  source: null,
  terminalId: null,
  amountFromKurus: null,
  amountToKurus: null,
  createdFrom: null,
  createdTo: null,
};

const ask = (filters: Partial<PaymentFilters>, search: string | null, cursor: string | null, countMax: number) =>
  listPayments(world.ctx, {
    partnerId: asPartnerId("prt_ours"),
    filters: { ...nothing, ...filters },
    search: search === null ? null : readPaymentSearch(search),
    cursor,
    countMax,
  });

/** Returns the payment codes of the first pages in order. */
async function pages(filters: Partial<PaymentFilters>, search: string | null, pageCount = 4, size = 60) {
  const codes: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < pageCount; page += 1) {
    const { items, nextCursor } = await ask(filters, search, cursor, size);
    codes.push(...items.map(({ paymentCode }) => paymentCode));
    cursor = nextCursor;
    if (cursor === null) break;
  }
  return { codes, isOver: cursor === null };
}

const isAs = (payment: PaymentRow, filters: PaymentFilters): boolean => {
  const { status, refunded, source, terminalId, amountFromKurus, amountToKurus, createdFrom, createdTo } = filters;
  const back = payment.refundedAmount;
  const refundedAs = {
    none: payment.status === "captured" && back === 0n && payment.refundPendingAmount === 0n,
    pending: payment.refundPendingAmount > 0n,
    partial: back > 0n && back < payment.amount,
    full: back === payment.amount,
  };
  return (
    payment.partnerId === "prt_ours" &&
    (status ?? payment.status) === payment.status &&
    (source ?? payment.source) === payment.source &&
    (terminalId ?? payment.terminalId) === payment.terminalId &&
    payment.amount >= (amountFromKurus ?? 0n) &&
    payment.amount <= (amountToKurus ?? payment.amount) &&
    payment.createdAt >= (createdFrom ?? payment.createdAt) &&
    (createdTo === null || payment.createdAt < createdTo) &&
    (refunded === null || refundedAs[refunded])
  );
};

const at = (n: number): Date => all[n]?.createdAt ?? new Date(0);

const filterCases: (() => Partial<PaymentFilters>)[] = [
  () => ({}),
  () => ({ status: "captured" }),
  () => ({ status: "initiated" }),
  () => ({ status: "failed", source: "panel" }),
  () => ({ source: "payment_link" }),
  () => ({ terminalId: testTerminals.limited }),
  () => ({ terminalId: testTerminals.limited, status: "expired", source: "api" }),
  () => ({ terminalId: testTerminals.foreign }),
  () => ({ refunded: "none" }),
  () => ({ refunded: "none", status: "failed" }),
  () => ({ refunded: "pending" }),
  () => ({ refunded: "partial", terminalId: testTerminals.limited }),
  () => ({ refunded: "full", source: "api", amountToKurus: 500n }),
  () => ({ amountFromKurus: 24_000n }),
  () => ({ amountToKurus: 1_099n }),
  () => ({ amountToKurus: 20_010n }),
  () => ({ amountToKurus: 1_099n, status: "failed" }),
  () => ({ amountFromKurus: 100n, amountToKurus: 105n }),
  () => ({ amountFromKurus: 100n, amountToKurus: 105n, status: "captured", source: "api" }),
  () => ({ amountFromKurus: 1_000_000n }),
  () => ({ createdFrom: at(500), createdTo: at(300) }),
  () => ({ createdFrom: at(9_000), createdTo: at(8_000), status: "captured", amountFromKurus: 21_000n }),
  () => ({ createdTo: plusMs(new Date(0), 1) }),
];

describe("filters across pages", () => {
  test.each(filterCases.map((filters, n) => [n, filters] as const))("%i", async (_n, filtersOf) => {
    const filters = { ...nothing, ...filtersOf() };
    const expected = all.filter((payment) => isAs(payment, filters)).map(({ id }) => id);
    const { codes, isOver } = await pages(filters, null);
    expect(codes).toEqual(expected.slice(0, 240));
    expect(isOver).toBe(expected.length <= 240);
  });
});

const code = (n: number): string => `pay_${String(n).padStart(26, "0")}`;
const link = (n: number): string => `pl_${String(n).padStart(26, "0")}`;

describe("the search box", () => {
  const found = async (search: string, filters: Partial<PaymentFilters> = {}) => {
    const expected = all
      .filter((payment) => isAs(payment, { ...nothing, ...filters }))
      .filter((payment) => matches(payment, search))
      .map(({ id }) => id);
    expect((await pages(filters, search)).codes).toEqual(expected.slice(0, 240));
    return expected.length;
  };
  /** A slow oracle of what the search text may match. */
  const matches = ({ id, linkId, partnerTxCode, amount, cardLast4, status }: PaymentRow, text: string): boolean =>
    id === text ||
    linkId === text ||
    partnerTxCode.startsWith(text) ||
    amount === amounts[text] ||
    cardLast4 === text ||
    (status === "failed" && text === `9${id.slice(-3)}`);
  const amounts: Readonly<Record<string, bigint>> = { "200,50": 20_050n, "0420": 42_000n, "9007": 900_700n };

  test.each([
    ["a payment's code", code(12), 1],
    ["a link's id", link(16), 1],
    ["a whole order code", "NEW-17999", 1],
    ["the beginning of a few codes", "NEW-1799", 11],
    ["the beginning of codes of long ago", "OLD-", 6_000],
    ["the beginning of most codes", "NEW", 12_000],
    ["an amount", "200,50", 3],
    ["the last digits of cards", "0420", 12],
    ["the last digits of a card that was refused", "9007", 3],
    ["what nothing is", "nothing-is-so", 0],
  ])("%s", async (_what, text, atLeast) => {
    const number = await found(text);
    if (atLeast > 1) expect(number).toBeGreaterThanOrEqual(atLeast - 1);
    else expect(number).toBe(atLeast);
  });

  test("with filters", async () => {
    expect(await found("OLD-", { status: "failed", terminalId: testTerminals.limited })).toBeGreaterThan(0);
    expect(await found("NEW", { amountToKurus: 21_000n })).toBeGreaterThan(240);
    expect(await found("0420", { source: "api" })).toBeGreaterThan(0);
    expect(await found(code(12), { status: "initiated" })).toBe(0);
  });

  test.each(["%", "_", "OLD_1", "'; drop table payment; --", "\u{10ffff}", "new-1"])(
    "takes %j as it is written",
    async (text) => expect(await found(text)).toBe(0),
  );
});

describe("a page", () => {
  test("continues correctly between payments of the same instant", async () => {
    const [first, second, third] = all.slice(2_000, 2_003);
    await world.db.prisma.payment.updateMany({
      where: { id: { in: [first!.id, second!.id, third!.id] } },
      data: { createdAt: third!.createdAt },
    });
    const filters = { createdFrom: third!.createdAt, createdTo: plusMs(third!.createdAt, 1) };
    expect((await pages(filters, null, 5, 1)).codes).toEqual([first!.id, second!.id, third!.id]);
    for (const { id, createdAt } of [first!, second!]) {
      await world.db.prisma.payment.update({ where: { id }, data: { createdAt } });
    }
  });

  test("starts at the newest payment for an invalid cursor", async () => {
    const { items } = await ask({}, null, "no-cursor", 1);
    expect(items[0]?.paymentCode).toBe(all[0]?.id);
  });

  test("shows the last card that was tried", async () => {
    const { prisma } = world.db;
    const payment = all.find(({ status }) => status === "failed")!;
    const first = await prisma.attempt.findFirstOrThrow({ where: { paymentId: payment.id } });
    const data = { ...first, id: "att_last", bankOrderId: "last", tokenHash: new Uint8Array(32) };
    await prisma.attempt.create({
      data: { ...data, cardLast4: "7777", createdAt: plusMs(first.createdAt, 1_000) },
    });
    const { items } = await ask({ status: "failed" }, payment.id, null, 1);
    expect(items[0]?.card?.maskedPan).toBe("552879******7777");
    await prisma.attempt.delete({ where: { id: "att_last" } });
  });

  test("shows a refused card and refunded sums, and nothing of another account", async () => {
    const failed = await ask({ status: "failed" }, null, null, 1);
    expect(failed.items[0]?.card?.maskedPan).toMatch(/^552879\*{6}9\d{3}$/);
    for (const refunded of refundedStates) {
      expect((await ask({ refunded }, null, null, 1)).items[0]).toMatchObject({ refunded });
    }
    const full = await ask({ refunded: "full" }, null, null, 1);
    expect(full.items[0]?.refundedAmount).toBe(full.items[0]?.amount);
    const { items } = await listPayments(world.ctx, {
      partnerId: asPartnerId("prt_other"),
      filters: nothing,
      search: readPaymentSearch("NEW"),
      cursor: null,
      countMax: 10,
    });
    expect(items).toEqual([]);
  });
});

test("expires due payments before it lists them, so that filters find them (D-2)", async () => {
  const created = await createPaymentJourney(world).create();
  world.clock.advanceMs(minutes(30));
  const { items } = await ask({ status: "expired" }, null, null, 1);
  expect(items[0]).toMatchObject({ paymentCode: created.paymentCode, status: "expired" });
  expect((await ask({ status: "initiated" }, created.paymentCode, null, 5)).items).toEqual([]);
});
