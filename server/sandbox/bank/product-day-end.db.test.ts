import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  captureOf,
  history,
  inquiry,
  newOrderId,
  openTestShop,
  type TestShop,
} from "@/server/testing/banks/shop";
import { journeyIn } from "@/server/testing/journeys/payment";
import { createTestDatabase, testServerVariable } from "@/server/testing/world/database";
import { openTestWorld, type TestWorld, terminalOf } from "@/server/testing/world/world";
import { productDayEnd } from "./product-day-end";
import { openPool } from "./records/database";

// The banks on a database where the product has orders of its own.

let world: TestWorld;
let shop: TestShop;
beforeAll(async () => {
  world = await openTestWorld();
  const rows: { name: string }[] = await world.db.prisma.$queryRaw`select current_database() as name`;
  const url = new URL(process.env[testServerVariable] ?? "");
  url.pathname = `/${rows[0]?.name}`;
  shop = await openTestShop(url.href);
});
beforeEach(() => shop.clock.set(new Date("2026-11-20T09:00:00.000Z")));
afterAll(async () => {
  expect(shop.errors).toEqual([]);
  await shop.close();
  await world.close();
});

const setDayEnd = (dayEndLocal: string) =>
  world.db.prisma.terminal.update({ where: { id: terminalOf.ours }, data: { dayEndLocal } });

/** An order that the product has sent a buyer with, captured at noon in Istanbul. */
const paid = async (): Promise<string> => {
  const journey = journeyIn(world);
  const { paymentCode } = await journey.atTheBank();
  const { bankOrderId } = await journey.attemptOf(paymentCode);
  const { oid, callback } = await shop.buy({ oid: bankOrderId });
  expect((await shop.api(captureOf(oid, callback))).text("ProcReturnCode")).toBe("00");
  return oid;
};
const codeOf = async (answer: Promise<Awaited<ReturnType<TestShop["api"]>>>) =>
  (await answer).extra("ERRORCODE");
const voiding = (OrderId: string) => codeOf(shop.api({ Type: "Void", OrderId }));
const crediting = (OrderId: string) =>
  codeOf(shop.api({ Type: "Credit", OrderId, Total: "1.00", Currency: "949" }));
const stateOf = async (oid: string) => (await shop.api(inquiry(oid))).extra("TRANS_STAT");
const statesOf = async (oid: string) => {
  const answer = await shop.api(history(oid));
  return ["TRX1", "TRX2"].map((line) => answer.extra(line)?.split("\t")[1]);
};

test.each([
  ["00:00", "2026-11-20T21:00:00.000Z"],
  ["02:00", "2026-11-20T23:00:00.000Z"],
  ["18:00", "2026-11-20T15:00:00.000Z"],
  // Noon itself is the first moment of the next day of the bank.
  ["12:00", "2026-11-21T09:00:00.000Z"],
])("a void is possible until the last moment of the day that ends at %s", async (dayEndLocal, end) => {
  await setDayEnd(dayEndLocal);
  const [early, late] = [await paid(), await paid()];
  shop.clock.set(new Date(Date.parse(end) - 1));
  expect([await voiding(early), await stateOf(late)]).toEqual(["", "C"]);
  shop.clock.set(new Date(end));
  expect([await voiding(late), await stateOf(late)]).toEqual(["CORE-2008", "S"]);
});

test("a day-end that is changed after the capture counts from then on", async () => {
  await setDayEnd("00:00");
  const [earlier, later] = [await paid(), await paid()];
  shop.clock.set(new Date("2026-11-20T21:30:00.000Z"));
  expect(await voiding(later)).toBe("CORE-2008");
  await setDayEnd("02:00");
  expect(await voiding(later)).toBe("");
  await setDayEnd("18:00");
  expect(await voiding(earlier)).toBe("CORE-2008");
});

test("a bank that waits for its day-end refuses credits until then, and its history says what is settled", async () => {
  await setDayEnd("18:00");
  const oid = await paid();
  await shop.control("PATCH", "settings", { refuseSameDayCredit: true });
  shop.clock.set(new Date("2026-11-20T14:59:59.999Z"));
  expect(await crediting(oid)).toBe("CORE-2508");
  expect(await statesOf(oid)).toEqual(["C", undefined]);
  shop.clock.set(new Date("2026-11-20T15:00:00.000Z"));
  expect(await crediting(oid)).toBe("");
  expect(await statesOf(oid), "the credit belongs to the new day").toEqual(["S", "C"]);
  shop.clock.set(new Date("2026-11-21T15:00:00.000Z"));
  expect(await statesOf(oid)).toEqual(["S", "S"]);
  await shop.control("PATCH", "settings", { refuseSameDayCredit: false });
});

test("midnight for an order that the product does not know", async () => {
  await setDayEnd("18:00");
  const { oid, callback } = await shop.buy({ oid: newOrderId() });
  await shop.api(captureOf(oid, callback));
  shop.clock.set(new Date("2026-11-20T20:59:59.999Z"));
  expect(await voiding(oid)).toBe("");
});

test("midnight where the product has no tables yet; any other fault of the database is told", async () => {
  const url = new URL(process.env[testServerVariable] ?? "");
  url.pathname = "/postgres";
  const without = openPool(url.href);
  expect(await productDayEnd(without)("ORDER")).toBe("00:00");
  await without.end();
  await expect(productDayEnd(without)("ORDER")).rejects.toThrow();

  const other = await createTestDatabase();
  const changed = openPool(other.url);
  await changed.query("alter table public.terminal rename column day_end_local to closes_at");
  await expect(productDayEnd(changed)("ORDER")).rejects.toThrow("day_end_local");
  await changed.end();
  await other.drop();
});
