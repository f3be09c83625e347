import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { days, plusMs } from "@/server/domain/clock";
import { createStaffContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { createCallerFactory } from "../door";
import { staffRouter } from "../router";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const as = async (role: "admin" | "support" | "auditor") =>
  createCallerFactory(staffRouter)(await createStaffContext(world.ctx, role)).tariff;
const price = {
  family: "credit" as const,
  onUs: null,
  brand: null,
  installmentCount: 1,
  rateBps: 321,
  fixedFee: null as bigint | null,
};
const proposal = {
  terminalId: testTerminals.ours,
  prices: [price],
  validFrom: null as Date | null,
  validTo: null as Date | null,
  reason: "The bank's new agreement",
};
const later = (ms: number) => plusMs(world.clock.now(), ms);
const countChanges = () => world.db.prisma.staffChange.count();
const lastEntry = () =>
  world.db.prisma.auditEntry.findFirstOrThrow({ where: { scope: "staff" }, orderBy: { number: "desc" } });

describe("400 and nothing waits for a second person", () => {
  test.each<[string, object]>([
    ["a negative rate", { prices: [{ ...price, rateBps: -1 }] }],
    ["a rate above 100 %", { prices: [{ ...price, rateBps: 10_001 }] }],
    ["a rate with decimals of a basis point", { prices: [{ ...price, rateBps: 250.5 }] }],
    ["a rate as a text", { prices: [{ ...price, rateBps: "2,50" }] }],
    ["a negative fixed fee", { prices: [{ ...price, fixedFee: -1n }] }],
    ["a fixed fee above the highest", { prices: [{ ...price, fixedFee: 1_000_000_001n }] }],
    ["no installment", { prices: [{ ...price, installmentCount: 0 }] }],
    ["37 installments", { prices: [{ ...price, installmentCount: 37 }] }],
    ["installments of a debit card", { prices: [{ ...price, family: "debit", installmentCount: 2 }] }],
    ["an unknown family", { prices: [{ ...price, family: "gold" }] }],
    ["an unknown programme", { prices: [{ ...price, brand: "miles" }] }],
    ["two prices for the same card and count", { prices: [price, { ...price, rateBps: 400 }] }],
    ["no price", { prices: [] }],
    ["more prices than a tariff can have", { prices: Array.from({ length: 1_501 }, () => price) }],
    ["a blank reason", { reason: "  " }],
    ["a reason of 501 characters", { reason: "x".repeat(501) }],
    ["a card number as the reason", { reason: "4355080000000005" }],
    ["a start that is no time", { validFrom: "soon" }],
    ["a start in the past", { validFrom: new Date("2020-01-01T00:00:00Z") }],
    [
      "an end before the start",
      { validFrom: new Date("2040-01-02T00:00:00Z"), validTo: new Date("2040-01-01T00:00:00Z") },
    ],
    ["an end in the past", { validTo: new Date("2020-01-01T00:00:00Z") }],
    ["a terminal of another form", { terminalId: "x".repeat(65) }],
  ])("for %s", async (_, changes) => {
    const { propose } = await as("admin");
    const before = await countChanges();
    await expect(propose({ ...proposal, ...changes } as typeof proposal)).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    expect(await countChanges()).toBe(before);
  });
});

test("404 for a terminal, a tariff and a change that do not exist", async () => {
  const tariff = await as("admin");
  const missing = { code: "NOT_FOUND" };
  await expect(tariff.propose({ ...proposal, terminalId: "trm_none" })).rejects.toMatchObject(missing);
  await expect(tariff.terminal({ terminalId: "trm_none" })).rejects.toMatchObject(missing);
  await expect(tariff.inForce({ terminalId: "trm_none" })).rejects.toMatchObject(missing);
  await expect(tariff.change({ changeId: "chg_none" })).rejects.toMatchObject(missing);
  const withdrawal = { terminalId: testTerminals.ours, tariffId: "trf_none", reason: "A typing error" };
  await expect(tariff.withdraw(withdrawal)).rejects.toMatchObject(missing);
});

test("403 for roles that read tariffs and do not write them", async () => {
  for (const role of ["support", "auditor"] as const) {
    const tariff = await as(role);
    expect((await tariff.terminal({ terminalId: testTerminals.ours })).tariffs.length).toBeGreaterThan(0);
    await expect(tariff.propose(proposal)).rejects.toMatchObject({ code: "FORBIDDEN" });
  }
});

test("a campaign is proposed once: it waits with its reason in the audit log, and a second proposal is refused", async () => {
  const { propose } = await as("admin");
  const validTo = later(days(30));
  const { changeId } = await propose({ ...proposal, prices: [{ ...price, fixedFee: 100n }], validTo });
  expect(await lastEntry()).toMatchObject({
    subject: testTerminals.ours,
    detail: { reason: proposal.reason, validFrom: null, validTo: validTo.toISOString(), prices: 1, changeId },
  });
  await expect(propose(proposal)).rejects.toMatchObject({ code: "CONFLICT" });
});
