import { expect, test } from "vitest";
import type { TariffPrice } from "../pricing/installments";
import { type AuditedSale, computeDueCommission, toLineCommission } from "./commission-audit";
import { compareDay, type Movement } from "./compare-day";
import type { DayLine } from "./day-line";

const price = (changes: Partial<TariffPrice>): TariffPrice => ({
  family: "credit",
  brand: null,
  onUs: null,
  installmentCount: 1,
  rateBps: 179,
  fixedFee: null,
  ...changes,
});
const tariff: readonly TariffPrice[] = [
  price({}),
  price({ onUs: true, rateBps: 150 }),
  price({ installmentCount: 3, brand: "bonus", rateBps: 420, fixedFee: 25n }),
  price({ family: "debit", rateBps: 200 }),
];
const sale: AuditedSale = {
  amountKurus: 100_050n,
  customerShareKurus: 50n,
  basis: "gross",
  installment: 1,
  pricedAt: new Date("2026-11-27T10:00:00Z"),
  family: "credit",
  brand: null,
  issuer: "Akbank",
  acquirer: "Garanti BBVA",
};

test.each<[string, Partial<AuditedSale>, bigint | null, boolean]>([
  ["the price of any card", {}, 1_790n, false],
  ["without the buyer's share where the agreement says net", { basis: "net" }, 1_790n, false],
  ["the lower price of the bank's own cards", { issuer: "Garanti BBVA" }, 1_500n, false],
  ["installments of a programme, with the fixed fee", { installment: 3, brand: "bonus" }, 4_227n, false],
  ["a card that the BIN table did not know, as a credit card", { family: null, issuer: null }, 1_790n, false],
  ["a debit card above the legal cap, at the cap", { family: "debit" }, 1_040n, true],
  [
    "a debit card from before the cap, at the price",
    { family: "debit", pricedAt: new Date("2025-10-01T00:00:00Z") },
    2_001n,
    false,
  ],
  ["nothing where the agreement has no price", { family: "prepaid" }, null, false],
])("the due commission is %s", (_, changes, kurus, isCapped) => {
  expect(computeDueCommission({ ...sale, ...changes }, tariff)).toEqual(kurus === null ? null : { kurus, isCapped });
});

test("a void gives the commission back, and a credit leaves it", () => {
  const due = { kurus: 1_790n, isCapped: false };
  expect((["sale", "void", "credit"] as const).map((kind) => toLineCommission(kind, due))).toEqual([
    1_790n,
    -1_790n,
    0n,
  ]);
});

test("of a hundred thousand lines every planted error is found, and no line is accused wrongly", () => {
  const count = 100_000;
  const planted = new Set(Array.from({ length: 137 }, (_, n) => (n * 7_919) % count));
  const noCase = { caseNumber: null, reasonCode: null, respondBy: null };
  const movements: Movement[] = [];
  const lines: DayLine[] = [];
  for (let n = 0; n < count; n += 1) {
    const one = { ...sale, amountKurus: BigInt(1_000 + ((n * 37) % 900_000)), installment: n % 4 === 0 ? 3 : 1 };
    const card = one.installment === 3 ? { ...one, brand: "bonus" as const } : one;
    const due = computeDueCommission(card, tariff);
    const shared = { kind: "sale" as const, orderId: `ORDER${n}`, at: sale.pricedAt, authCode: null, rrn: `R${n}` };
    const ids = { paymentId: `pay_${n}`, partnerId: "prt", terminalId: "trm" };
    const { amountKurus } = one;
    const facts = { day: "2026-11-27", caseNumber: null, isExpected: true, isMatchedElsewhere: false, ...ids };
    movements.push({
      id: `txn_${n}`,
      entryId: `txn_${n}`,
      ...shared,
      amountKurus,
      commissionKurus: due?.kurus ?? null,
      ...facts,
    });
    const error = planted.has(n) ? (n % 2 === 0 ? 1n : -1n) : 0n;
    lines.push({ number: n + 1, ...shared, amountKurus, commissionKurus: (due?.kurus ?? 0n) + error, ...noCase });
  }
  const { differences, matches } = compareDay("2026-11-27", lines, movements);
  expect(matches.size).toBe(count);
  expect(new Set(differences.map(({ kind }) => kind))).toEqual(new Set(["commission"]));
  expect(differences.map(({ line }) => (line?.number ?? 0) - 1).sort((a, b) => a - b)).toEqual(
    [...planted].sort((a, b) => a - b),
  );
});
