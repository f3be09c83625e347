import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildCapture, history, inquiry, newOrderId, openTestShop, type TestShop } from "@/server/testing/banks/shop";
import { createPaymentJourney } from "@/server/testing/journeys/payment";
import { createTestDatabase, testServerVariable } from "@/server/testing/world/database";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { productDayEnd } from "./product-day-end";
import { openPool } from "./records/database";

// These tests run the banks on a database in which the product has its own orders.

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
  world.db.prisma.terminal.update({ where: { id: testTerminals.ours }, data: { dayEndLocal } });

/** Pays an order that the product created, at noon in Istanbul, and returns its bank order id. */
const paid = async (): Promise<string> => {
  const journey = createPaymentJourney(world);
  const { paymentCode } = await journey.createAtBank();
  const { bankOrderId } = await journey.getAttempt(paymentCode);
  const { oid, callback } = await shop.buy({ oid: bankOrderId });
  expect((await shop.api(buildCapture(oid, callback))).text("ProcReturnCode")).toBe("00");
  return oid;
};
const errorCode = async (answer: Promise<Awaited<ReturnType<TestShop["api"]>>>) => (await answer).extra("ERRORCODE");
const voiding = (OrderId: string) => errorCode(shop.api({ Type: "Void", OrderId }));
const crediting = (OrderId: string) => errorCode(shop.api({ Type: "Credit", OrderId, Total: "1.00", Currency: "949" }));
const readState = async (oid: string) => (await shop.api(inquiry(oid))).extra("TRANS_STAT");
const readHistoryStates = async (oid: string) => {
  const answer = await shop.api(history(oid));
  return ["TRX1", "TRX2"].map((line) => answer.extra(line)?.split("\t")[1]);
};

test.each([
  ["00:00", "2026-11-20T21:00:00.000Z"],
  ["02:00", "2026-11-20T23:00:00.000Z"],
  ["18:00", "2026-11-20T15:00:00.000Z"],
  // The instant of the day-end belongs to the bank's next day.
  ["12:00", "2026-11-21T09:00:00.000Z"],
])("voids until the last moment of a day that ends at %s", async (dayEndLocal, end) => {
  await setDayEnd(dayEndLocal);
  const [early, late] = [await paid(), await paid()];
  shop.clock.set(new Date(Date.parse(end) - 1));
  expect([await voiding(early), await readState(late)]).toEqual(["", "C"]);
  shop.clock.set(new Date(end));
  expect([await voiding(late), await readState(late)]).toEqual(["CORE-2008", "S"]);
});

test("uses a day-end that was changed after the capture", async () => {
  await setDayEnd("00:00");
  const [earlier, later] = [await paid(), await paid()];
  shop.clock.set(new Date("2026-11-20T21:30:00.000Z"));
  expect(await voiding(later)).toBe("CORE-2008");
  await setDayEnd("02:00");
  expect(await voiding(later)).toBe("");
  await setDayEnd("18:00");
  expect(await voiding(earlier)).toBe("CORE-2008");
});

test("refuses credits until the day-end when same-day credits are off, and the history shows what is settled", async () => {
  await setDayEnd("18:00");
  const oid = await paid();
  await shop.control("PATCH", "settings", { refuseSameDayCredit: true });
  shop.clock.set(new Date("2026-11-20T14:59:59.999Z"));
  expect(await crediting(oid)).toBe("CORE-2508");
  expect(await readHistoryStates(oid)).toEqual(["C", undefined]);
  shop.clock.set(new Date("2026-11-20T15:00:00.000Z"));
  expect(await crediting(oid)).toBe("");
  expect(await readHistoryStates(oid), "the credit belongs to the new day").toEqual(["S", "C"]);
  shop.clock.set(new Date("2026-11-21T15:00:00.000Z"));
  expect(await readHistoryStates(oid)).toEqual(["S", "S"]);
  await shop.control("PATCH", "settings", { refuseSameDayCredit: false });
});

test("ends the day at midnight for an order that the product does not know", async () => {
  await setDayEnd("18:00");
  const { oid, callback } = await shop.buy({ oid: newOrderId() });
  await shop.api(buildCapture(oid, callback));
  shop.clock.set(new Date("2026-11-20T20:59:59.999Z"));
  expect(await voiding(oid)).toBe("");
});

test("returns midnight where the product has no tables yet, and throws any other database error", async () => {
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
