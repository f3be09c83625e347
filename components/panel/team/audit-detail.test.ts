import { expect, test } from "vitest";
import { translatorFor } from "@/messages/translate";
import type { Language } from "@/server/domain/errors";
import { type DetailTexts, detailFacts } from "./audit-detail";

const textsIn = (language: Language): DetailTexts => ({
  language,
  t: translatorFor(language, "shared.audit"),
  roles: translatorFor(language, "shared.roles"),
});
const detailFact = (name: string, value: unknown, texts: DetailTexts) => detailFacts({ [name]: value }, texts)[0];
const turkish = textsIn("tr");
const english = textsIn("en");

test("formats amounts with their currency, from text and from numbers", () => {
  expect(detailFact("amount", "125050", turkish)).toEqual({ term: "Tutar", value: "1.250,50 TL" });
  expect(detailFact("limit", 1_000_000, english)).toEqual({ term: "Limit", value: "TRY 10,000.00" });
});

test("translates roles, shares and known values", () => {
  expect(detailFact("former", "support", turkish)).toEqual({ term: "Önceki rol", value: "Destek" });
  expect(detailFact("customerShareBps", 5_000, turkish)?.value).toBe("%50");
  expect(detailFact("secondFactor", "none", turkish)).toEqual({
    term: "İki adımlı doğrulama",
    value: "istenmedi",
  });
});

test("formats an instant as local date and time", () => {
  expect(detailFact("since", "2026-11-20T09:00:00.000Z", turkish)).toEqual({
    term: "Başlangıç",
    value: "20 Kas 2026 12:00",
  });
});

test("leaves unknown names and values unchanged", () => {
  expect(detailFact("types", ["payment.captured", "payment.failed"], english)?.value).toBe(
    "payment.captured, payment.failed",
  );
  expect(detailFact("weather", "red", turkish)).toEqual({ term: "weather", value: "red" });
  expect(detailFact("role", "gardener", turkish)).toEqual({ term: "Rol", value: "gardener" });
  expect(detailFact("by", "ayse@shop.example", english)).toEqual({ term: "Method", value: "ayse@shop.example" });
});

test("shows a changed field with its value before and after", () => {
  const detail = { email: "ayse@shop.example", before: { role: "finance" }, after: { role: "support", name: "Ayşe" } };
  expect(detailFacts(detail, english)).toEqual([
    { term: "E-mail", value: "ayse@shop.example" },
    { term: "Role", value: "Finance → Support" },
    { term: "Name", value: "– → Ayşe" },
  ]);
});
