import { expect, test } from "vitest";
import english from "@/messages/staff.en.json";
import turkish from "@/messages/staff.tr.json";
import { translatorFor } from "@/messages/translate";
import type { Language } from "@/server/domain/errors";
import { staffMutations } from "@/server/testing/world/staff-paths";
import { type StaffAuditTexts, staffActionWord, staffFieldWord, staffValueText } from "./staff-audit-words";

const textsIn = (language: Language): StaffAuditTexts => ({
  language,
  t: translatorFor(language, "staff.audit"),
  shared: translatorFor(language, "shared.audit"),
  roles: translatorFor(language, "staff.roles"),
  reasons: translatorFor(language, "staff.reasons"),
});
const [tr, en] = [textsIn("tr"), textsIn("en")];

/** The actions of commands and of doors without procedures. */
const others = [
  "people.accept",
  "staff.add",
  "staff.remove",
  "books.correct",
  "books.reconcile",
  "capture.settle",
  "audit.export",
  "page.authorise",
];

test("every mutation of the back-office, and every recorded command, has a text in both languages", () => {
  expect(staffMutations.length).toBeGreaterThan(30);
  for (const path of [...staffMutations, ...others, "self.signIn", "viewing.start"]) {
    expect(staffActionWord(path, tr), path).not.toContain("Görüntülemek istedi");
    expect(staffActionWord(path, en), path).not.toContain("Wanted to read");
  }
});

test("no two actions of the back-office have the same text", () => {
  for (const { audit } of [turkish, english]) {
    const words = Object.values<Readonly<Record<string, string>>>(audit.actions).flatMap((area) => Object.values(area));
    expect(new Set(words).size).toBe(words.length);
  }
});

test("names a refused query by its area, and by itself in an area without a name", () => {
  expect(staffActionWord("partner.get", en)).toBe("Wanted to read: Merchants");
  expect(staffActionWord("weather.get", tr)).toBe("Görüntülemek istedi: weather.get");
});

test("translates fields of both catalogues, also those inside a record, and leaves others as they are", () => {
  expect(staffFieldWord("holdReason", tr)).toBe("Durdurma nedeni");
  expect(staffFieldWord("sessionsEnded", tr)).toBe("Kapatılan oturumlar");
  expect(staffFieldWord("legalAddress.city", en)).toBe("Legal address: city");
  expect(staffFieldWord("weather.today", en)).toBe("weather.today");
});

test.each([
  ["acceptanceHeld", true, "Evet", "Yes"],
  ["holdReason", "missing_documents", "Eksik belge", "Missing documents"],
  ["status", "suspended", "Askıda", "Suspended"],
  ["state", "approved", "Onaylandı", "Approved"],
  ["role", "auditor", "Denetçi", "Auditor"],
  ["maxAmount", "25000000", "250.000,00 TL", "TRY 250,000.00"],
  ["until", "2026-11-20T09:00:00.000Z", "20 Kas 2026 12:00", "20 Nov 2026, 12:00"],
  ["contacts", ['{"name":"Ayşe","role":"Müdür","email":null}'], "Ayşe · Müdür", "Ayşe · Müdür"],
  ["contacts", ["{broken"], "{broken", "{broken"],
  ["installmentCounts", [], "–", "–"],
  ["note", null, "–", "–"],
  ["weather", "red", "red", "red"],
])("shows %s %j as text", (name, value, inTurkish, inEnglish) => {
  expect(staffValueText(name, value, tr)).toBe(inTurkish);
  expect(staffValueText(name, value, en)).toBe(inEnglish);
});
