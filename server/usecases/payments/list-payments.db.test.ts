import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { days, minutes, plusMs } from "@/server/domain/clock";
import { applyFilters, readListQuery } from "@/server/domain/lists";
import { refundedStates } from "@/server/domain/payments/payment-filters";
import { type PaymentFilters, type PaymentSort, paymentList } from "@/server/domain/payments/payment-list";
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
  world = await openTestWorld({ hasBrokenBooks: true });
  await writePaymentRows(world, count, plusMs(world.clock.now(), -minutes(10) - count * 1_000));
  await world.db.prisma.payment.updateMany({
    where: { status: "initiated" },
    data: { expiresAt: plusMs(world.clock.now(), days(1)) },
  });
  all = await world.db.prisma.payment.findMany({ orderBy: [{ createdAt: "desc" }, { id: "desc" }] });
}, 60_000);
afterAll(() => world.close());

const whole = readListQuery(paymentList, () => []);
const nothing = applyFilters(paymentList, whole, new Date(0));

const toAmounts = (fromKurus: bigint | null, toKurus: bigint | null): Partial<PaymentFilters> => ({
  amount: { fromKurus, toKurus },
});

const ask = (
  filters: Partial<PaymentFilters>,
  search: string | null,
  cursor: string | null,
  countMax: number,
  sort: PaymentSort = "-created",
) =>
  listPayments(world.ctx, {
    partnerId: asPartnerId("prt_ours"),
    filters: { ...nothing, ...filters },
    search: search === null ? null : readPaymentSearch(search),
    sort,
    cursor,
    countMax,
  });

/** Returns the payment codes of the first pages in order. */
async function pages(
  filters: Partial<PaymentFilters>,
  search: string | null,
  { pageCount = 4, size = 60, sort = "-created" as PaymentSort } = {},
) {
  const codes: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < pageCount; page += 1) {
    const { items, nextCursor } = await ask(filters, search, cursor, size, sort);
    codes.push(...items.map(({ paymentCode }) => paymentCode));
    cursor = nextCursor;
    if (cursor === null) break;
  }
  return { codes, isOver: cursor === null };
}

const isAs = (payment: PaymentRow, filters: PaymentFilters): boolean => {
  const { status, refunded, source, terminalId, linkId, amount, created } = filters;
  const back = payment.refundedAmount;
  const refundedAs = {
    none: payment.status === "captured" && back === 0n && payment.refundPendingAmount === 0n,
    pending: payment.refundPendingAmount > 0n,
    partial: back > 0n && back < payment.amount,
    full: back === payment.amount,
  };
  return (
    payment.partnerId === "prt_ours" &&
    (status ?? [payment.status]).includes(payment.status) &&
    (source ?? payment.source) === payment.source &&
    (terminalId ?? payment.terminalId) === payment.terminalId &&
    (linkId ?? payment.linkId) === payment.linkId &&
    payment.amount >= (amount?.fromKurus ?? 0n) &&
    payment.amount <= (amount?.toKurus ?? payment.amount) &&
    payment.createdAt >= (created?.from ?? payment.createdAt) &&
    (!created?.to || payment.createdAt < created.to) &&
    (refunded === null || refundedAs[refunded])
  );
};

const at = (n: number): Date => all[n]?.createdAt ?? new Date(0);

const linkOf = (wanted: PaymentRow["status"]): string | null =>
  all.find(({ linkId, status }) => linkId !== null && status === wanted)?.linkId ?? null;

const filterCases: (() => Partial<PaymentFilters>)[] = [
  () => ({}),
  () => ({ status: ["captured"] }),
  () => ({ status: ["initiated"] }),
  () => ({ status: ["failed", "expired"] }),
  () => ({ status: ["failed"], source: "panel" }),
  () => ({ source: "payment_link" }),
  () => ({ terminalId: testTerminals.limited }),
  () => ({ terminalId: testTerminals.limited, status: ["expired", "initiated"], source: "api" }),
  () => ({ terminalId: testTerminals.foreign }),
  () => ({ linkId: linkOf("captured") }),
  () => ({ linkId: linkOf("failed"), status: ["failed"], ...toAmounts(1n, null) }),
  () => ({ linkId: "pl_nobody" }),
  () => ({ refunded: "none" }),
  () => ({ refunded: "none", status: ["failed"] }),
  () => ({ refunded: "pending" }),
  () => ({ refunded: "partial", terminalId: testTerminals.limited }),
  () => ({ refunded: "full", source: "api", ...toAmounts(null, 500n) }),
  () => toAmounts(24_000n, null),
  () => toAmounts(null, 1_099n),
  () => toAmounts(null, 20_010n),
  () => ({ ...toAmounts(null, 1_099n), status: ["failed"] }),
  () => toAmounts(100n, 105n),
  () => ({ ...toAmounts(100n, 105n), status: ["captured"], source: "api" }),
  () => toAmounts(1_000_000n, null),
  () => ({ created: { from: at(500), to: at(300) } }),
  () => ({ created: { from: at(9_000), to: at(8_000) }, status: ["captured"], ...toAmounts(21_000n, null) }),
  () => ({ created: { from: at(9_000), to: null }, status: ["failed"] }),
  () => ({ created: { from: null, to: plusMs(new Date(0), 1) } }),
];

const compare = <T extends bigint | Date | string>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

/** A slow oracle of the orders: `all` is sorted from the newest to the oldest. */
const sorted = (payments: readonly PaymentRow[], sort: PaymentSort): string[] => {
  const rows = sort.endsWith("created")
    ? payments.toReversed()
    : payments.toSorted(
        (a, b) => compare(a.amount, b.amount) || compare(a.createdAt, b.createdAt) || compare(a.id, b.id),
      );
  return (sort.startsWith("-") ? rows.toReversed() : rows).map(({ id }) => id);
};

describe.each(["-created", "created", "-amount", "amount"] as const)(
  "filters across pages, in the order %s",
  (sort) => {
    test.each(filterCases.map((filters, n) => [n, filters] as const))("%i", async (_n, filtersOf) => {
      const filters = { ...nothing, ...filtersOf() };
      const matching = all.filter((payment) => isAs(payment, filters));
      const pageCount = sort === "-created" ? 4 : 2;
      const { codes, isOver } = await pages(filters, null, { sort, pageCount });
      expect(codes).toEqual(sorted(matching, sort).slice(0, 60 * pageCount));
      expect(isOver).toBe(matching.length <= 60 * pageCount);
    });
  },
);

const code = (n: number): string => `pay_${String(n).padStart(26, "0")}`;
const link = (n: number): string => `pl_${String(n).padStart(26, "0")}`;

describe("the search box", () => {
  const found = async (search: string, filters: Partial<PaymentFilters> = {}) => {
    const expected = all
      .filter((payment) => isAs(payment, { ...nothing, ...filters }))
      .filter((payment) => matches(payment, search));
    for (const sort of ["-created", "amount"] as const) {
      expect((await pages(filters, search, { sort })).codes).toEqual(sorted(expected, sort).slice(0, 240));
    }
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
    expect(await found("OLD-", { status: ["failed"], terminalId: testTerminals.limited })).toBeGreaterThan(0);
    expect(await found("NEW", toAmounts(null, 21_000n))).toBeGreaterThan(240);
    expect(await found("0420", { source: "api" })).toBeGreaterThan(0);
    expect(await found(code(12), { status: ["initiated"] })).toBe(0);
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
    const filters = { created: { from: third!.createdAt, to: plusMs(third!.createdAt, 1) } };
    expect((await pages(filters, null, { pageCount: 5, size: 1 })).codes).toEqual([first!.id, second!.id, third!.id]);
    for (const { id, createdAt } of [first!, second!]) {
      await world.db.prisma.payment.update({ where: { id }, data: { createdAt } });
    }
  });

  test("starts at the first payment for an invalid cursor, and for a cursor of another order", async () => {
    const { nextCursor } = await ask({}, null, null, 5, "amount");
    for (const cursor of ["no-cursor", nextCursor]) {
      const { items } = await ask({}, null, cursor, 1);
      expect(items[0]?.paymentCode).toBe(all[0]?.id);
    }
  });

  test.each(["-created", "created", "-amount", "amount"] as const)(
    "lists in the order %s each payment once while others are created on every side of the cursor",
    async (sort) => {
      const { prisma } = world.db;
      const [template] = all.filter(({ status, source }) => status === "expired" && source === "api");
      const filters = { created: { from: at(3_040), to: at(3_000) } };
      const before = (await pages(filters, null, { sort })).codes;
      const created: string[] = [];
      const seen: string[] = [];
      let cursor: string | null = null;
      for (let page = 0; page === 0 || cursor !== null; page += 1) {
        const answer: Awaited<ReturnType<typeof ask>> = await ask(filters, null, cursor, 7, sort);
        seen.push(...answer.items.map(({ paymentCode }) => paymentCode));
        cursor = answer.nextCursor;
        const last = all.find(({ id }) => id === seen.at(-1)) ?? template!;
        for (const side of [-1n, 1n]) {
          const id = `pay_between_${page}_${side + 1n}`;
          const moved = { createdAt: plusMs(last.createdAt, Number(side)), amount: last.amount + side };
          await prisma.payment.create({
            data: { ...template!, ...moved, id, partnerTxCode: id, refHash: new TextEncoder().encode(id) },
          });
          created.push(id);
        }
      }
      await prisma.payment.deleteMany({ where: { id: { in: created } } });
      expect(seen.filter((id) => !created.includes(id))).toEqual(before);
      expect(new Set(seen).size).toBe(seen.length);
    },
  );

  test("shows the last card that was tried", async () => {
    const { prisma } = world.db;
    const payment = all.find(({ status }) => status === "failed")!;
    const first = await prisma.attempt.findFirstOrThrow({ where: { paymentId: payment.id } });
    const data = { ...first, id: "att_last", bankOrderId: "last", tokenHash: new Uint8Array(32) };
    await prisma.attempt.create({
      data: { ...data, cardLast4: "7777", createdAt: plusMs(first.createdAt, 1_000) },
    });
    const { items } = await ask({ status: ["failed"] }, payment.id, null, 1);
    expect(items[0]?.card?.maskedPan).toBe("552879******7777");
    await prisma.attempt.delete({ where: { id: "att_last" } });
  });

  test("shows a refused card and refunded sums, and nothing of another account", async () => {
    const failed = await ask({ status: ["failed"] }, null, null, 1);
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
      sort: "-created",
      cursor: null,
      countMax: 10,
    });
    expect(items).toEqual([]);
  });
});

test("expires due payments before it lists them, so that filters find them (D-2)", async () => {
  const created = await createPaymentJourney(world).create();
  world.clock.advanceMs(minutes(30));
  const { items } = await ask({ status: ["expired"] }, null, null, 1);
  expect(items[0]).toMatchObject({ paymentCode: created.paymentCode, status: "expired" });
  expect((await ask({ status: ["initiated"] }, created.paymentCode, null, 5)).items).toEqual([]);
});
