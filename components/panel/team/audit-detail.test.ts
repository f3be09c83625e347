import { expect, test } from "vitest";
import { detailFact } from "./audit-detail";

test("formats amounts with their currency, from text and from numbers", () => {
  expect(detailFact("amount", "125050", "tr")).toEqual({ term: "Tutar", value: "1.250,50 TL" });
  expect(detailFact("limit", 1_000_000, "en")).toEqual({ term: "Limit", value: "TRY 10,000.00" });
});

test("translates roles, shares and known values", () => {
  expect(detailFact("former", "support", "tr")).toEqual({ term: "Önceki rol", value: "Destek" });
  expect(detailFact("customerShareBps", 5_000, "tr").value).toBe("%50");
  expect(detailFact("secondFactor", "none", "tr")).toEqual({
    term: "İki adımlı doğrulama",
    value: "istenmedi",
  });
});

test("formats an instant as local date and time", () => {
  expect(detailFact("since", "2026-11-20T09:00:00.000Z", "tr")).toEqual({
    term: "Başlangıç",
    value: "20 Kas 2026 12:00",
  });
});

test("leaves unknown names and values unchanged", () => {
  expect(detailFact("types", ["payment.captured", "payment.failed"], "en").value).toBe(
    "payment.captured, payment.failed",
  );
  expect(detailFact("colour", "red", "tr")).toEqual({ term: "colour", value: "red" });
});
