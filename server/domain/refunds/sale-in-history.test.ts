import { expect, test } from "vitest";
import type { HistoryLine } from "./refund-baseline";
import { findSale, type SaleInHistory } from "./sale-in-history";

const line = (kind: HistoryLine["kind"], amountKurus = 40_000n, approved = true): HistoryLine => ({
  kind,
  approved,
  amountKurus,
});
const sale = line("sale");
const refused = (kind: HistoryLine["kind"], amountKurus = 40_000n) => line(kind, amountKurus, false);
const taken = (creditedKurus: bigint): SaleInHistory<HistoryLine> => ({ kind: "taken", sale, creditedKurus });

test.each<[string, SaleInHistory<HistoryLine>["kind"], HistoryLine[], SaleInHistory<HistoryLine>?]>([
  ["the sale alone", "taken", [sale], taken(0n)],
  ["a credit of a part", "taken", [sale, line("credit", 1n)], taken(1n)],
  ["a credit of the whole amount", "taken", [sale, line("credit")], taken(40_000n)],
  ["two equal credits", "taken", [sale, line("credit", 20_000n), line("credit", 20_000n)], taken(40_000n)],
  ["a credit before the sale in the list", "taken", [line("credit", 1n), sale], taken(1n)],
  ["refused lines of every kind", "taken", [refused("sale"), sale, refused("void"), refused("credit")], taken(0n)],
  ["a void of the whole amount", "voided", [sale, line("void")]],
  [
    "a void after a refused one and a refused credit",
    "voided",
    [sale, refused("void"), refused("credit"), line("void")],
  ],
  ["no lines", "none", []],
  ["only refused lines", "none", [refused("sale"), refused("credit")]],
  ["a credit without a sale", "unclear", [line("credit")]],
  ["a void without a sale", "unclear", [line("void")]],
  ["a void of a refused sale", "unclear", [refused("sale"), line("void")]],
  ["two sales", "unclear", [sale, sale]],
  ["two sales and a void of one of them", "unclear", [sale, sale, line("void")]],
  ["a void of another amount", "unclear", [sale, line("void", 39_999n)]],
  ["two voids", "unclear", [sale, line("void"), line("void")]],
  ["a void beside a credit", "unclear", [sale, line("credit", 1n), line("void")]],
  ["more credited than sold", "unclear", [sale, line("credit"), line("credit", 1n)]],
])("%s: %s", (_, kind, lines, expected) => {
  expect(findSale(lines)).toEqual(expected ?? { kind });
});
