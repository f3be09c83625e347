import { describe, expect, test } from "vitest";
import { missingDocuments, requiredDocuments } from "./documents";
import { needsSecondPerson, soloLimitKurus } from "./limits";
import { newPartnerInput, storefrontInput } from "./profile-inputs";
import { brandDecisionInput, partnerLimitsForm, partnerTermsForm } from "./settings-inputs";

describe("documents", () => {
  test("a sole trader needs no trade registry gazette; unknown merchants need what companies need", () => {
    expect(requiredDocuments("tckn")).not.toContain("trade_registry_gazette");
    expect(requiredDocuments(null)).toEqual(requiredDocuments("vkn"));
    expect(requiredDocuments("vkn")).not.toContain("activity_certificate");
  });

  test("a document is missing until it is approved", () => {
    const states = new Map([
      ["contract", "approved"],
      ["tax_certificate", "received"],
      ["iban_letter", "refused"],
    ] as const);
    expect(missingDocuments("tckn", states)).toEqual([
      "tax_certificate",
      "signature_circular",
      "signatory_identity",
      "iban_letter",
    ]);
  });
});

describe("a change of limits", () => {
  const bound = soloLimitKurus;
  test.each<[string, bigint | null, bigint | null, boolean]>([
    ["up to the bound", 100n, bound, false],
    ["above the bound", 100n, bound + 1n, true],
    ["from one amount above the bound to a higher one", bound + 1n, bound + 2n, true],
    ["from one amount above the bound to a lower one", bound + 2n, bound + 1n, false],
    ["from no limit to one above the bound", null, bound + 1n, false],
    ["away", 100n, null, true],
    ["none", null, null, false],
  ])("of the largest amount %s", (_, before, after, wanted) => {
    expect(needsSecondPerson({ minAmount: null, maxAmount: before }, { minAmount: null, maxAmount: after })).toBe(
      wanted,
    );
  });

  test("of the smallest amount needs a second person only where it goes away", () => {
    const with_ = (minAmount: bigint | null) => ({ minAmount, maxAmount: 100n });
    expect(needsSecondPerson(with_(5n), with_(null))).toBe(true);
    expect(needsSecondPerson(with_(null), with_(5n))).toBe(false);
    expect(needsSecondPerson(with_(5n), with_(1n))).toBe(false);
  });
});

const merchant = {
  name: "Kuzey Kitabevi",
  legalTitle: "Kuzey Kitap ve Kırtasiye Ltd. Şti.",
  taxKind: "vkn",
  taxNumber: "1234567890",
  taxOffice: "Beşiktaş",
  category: "5942",
  legalAddress: { line: "Ihlamur Cad. 7", district: "Beşiktaş", city: "İstanbul", postalCode: "34353" },
  correspondenceAddress: null,
  contacts: [{ name: "Derya Ak", role: "Muhasebe", email: "derya@kuzey.example", phone: "+90 (212) 555 01 02" }],
  ownerEmail: null,
  waitsForDocuments: true,
};

describe("a new merchant", () => {
  test("is accepted with everything that is asked for", () => {
    expect(newPartnerInput.safeParse(merchant).success).toBe(true);
  });

  test.each<[string, object]>([
    ["taxNumber", { taxNumber: "1234567891" }],
    ["taxNumber", { taxKind: "tckn" }],
    ["taxNumber", { taxNumber: "12345" }],
    ["category", { category: "0000" }],
    ["name", { name: " " }],
    ["name", { name: "TR33 0006 1005 1978 6457 8413 26" }],
    ["legalTitle", { legalTitle: "x".repeat(251) }],
    ["legalAddress", { legalAddress: { ...merchant.legalAddress, postalCode: "3435" } }],
    ["ownerEmail", { ownerEmail: "not an address" }],
    ["contacts", { contacts: [{ ...merchant.contacts[0], phone: "call me" }] }],
    ["contacts", { contacts: Array.from({ length: 11 }, () => merchant.contacts[0]) }],
  ])("is refused for its %s", (field, changes) => {
    const { error } = newPartnerInput.safeParse({ ...merchant, ...changes });
    expect(error?.issues.map(({ path }) => path[0])).toContain(field);
  });
});

describe("what a merchant tells its buyers", () => {
  const nothing = { supportEmail: null, supportPhone: null, termsUrl: null, refundTermsUrl: null, colour: null };
  test.each<[object, boolean]>([
    [{}, true],
    [{ termsUrl: "https://kuzey.example/kosullar", colour: "#0B6E4F" }, true],
    [{ termsUrl: "http://kuzey.example/kosullar" }, false],
    [{ termsUrl: "javascript:alert(1)" }, false],
    [{ colour: "red" }, false],
    [{ colour: "#12345" }, false],
    [{ supportPhone: "12" }, false],
  ])("%j", (changes, wanted) => expect(storefrontInput.safeParse({ ...nothing, ...changes }).success).toBe(wanted));
});

describe("typed terms", () => {
  const typed = {
    reason: "Sözleşme",
    paymentLinksEnabled: true,
    allowedHosts: "shop.example\n*.shop.example, a.example",
    cardAttemptLimit: "5",
    installmentCounts: "3, 2 1",
    surchargeWarning: true,
    paymentsPerKey: "120",
    linkWritesPerKey: null,
    linkReadsPerKey: null,
  };

  test("are read as lists and numbers", () => {
    expect(partnerTermsForm.parse(typed)).toEqual({
      ...typed,
      allowedHosts: ["shop.example", "*.shop.example", "a.example"],
      cardAttemptLimit: 5,
      installmentCounts: [3, 2, 1],
      paymentsPerKey: 120,
    });
  });

  test.each<[string, object]>([
    ["allowedHosts", { allowedHosts: "https://shop.example" }],
    ["cardAttemptLimit", { cardAttemptLimit: "0" }],
    ["installmentCounts", { installmentCounts: "2, 37" }],
    ["surchargeWarning", { surchargeWarning: "yes" }],
    ["paymentsPerKey", { paymentsPerKey: "many" }],
    ["reason", { reason: "" }],
  ])("are refused for %s", (field, changes) => {
    const { error } = partnerTermsForm.safeParse({ ...typed, ...changes });
    expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });
});

test("typed limits count only where they are set, and may not be reversed", () => {
  const typed = { reason: "Risk", hasMin: false, minAmount: 900n, hasMax: true, maxAmount: 500n };
  expect(partnerLimitsForm.parse(typed)).toEqual({ reason: "Risk", minAmount: null, maxAmount: 500n });
  const fields = (changes: object) =>
    partnerLimitsForm.safeParse({ ...typed, ...changes }).error?.issues.map(({ path }) => path[0]);
  expect(fields({ hasMin: true })).toEqual(["maxAmount"]);
  expect(fields({ maxAmount: null })).toEqual(["maxAmount"]);
  expect(fields({ maxAmount: 0n })).toEqual(["maxAmount"]);
});

test("a refused trading name says why; an approved one need not", () => {
  const decision = { requestId: "pnr_1", note: null };
  expect(brandDecisionInput.safeParse({ ...decision, isApproved: true }).success).toBe(true);
  expect(brandDecisionInput.safeParse({ ...decision, isApproved: false }).success).toBe(false);
  expect(brandDecisionInput.safeParse({ ...decision, isApproved: false, note: " " }).success).toBe(false);
});
