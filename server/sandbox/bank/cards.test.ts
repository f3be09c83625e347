import { expect, test } from "vitest";
import { cardOutcomes, describeCard, foreignBins, passesLuhn, testCards } from "./cards";

test("every number passes the Luhn check and belongs to one card only", () => {
  expect(testCards.filter(({ pan }) => !passesLuhn(pan))).toEqual([]);
  expect(new Set(testCards.map(({ pan }) => pan)).size).toBe(testCards.length);
});

test("false from the Luhn check for a wrong digit and for two digits that changed places", () => {
  expect(passesLuhn("5528790000000008")).toBe(true);
  expect(passesLuhn("5528790000000009")).toBe(false);
  expect(passesLuhn("5582790000000008")).toBe(false);
  expect(passesLuhn("")).toBe(false);
  expect(passesLuhn("5528 7900 0000 0008")).toBe(false);
});

test("each outcome has one card, and approved has one of each brand, family and scheme", () => {
  const special = testCards.filter(({ outcome }) => outcome !== "approved");
  expect(special.map(({ outcome }) => outcome)).toEqual(cardOutcomes.slice(1));
  expect(special.every(({ family, brand }) => family === "credit" && brand !== null)).toBe(true);

  const approved = testCards.filter(({ outcome }) => outcome === "approved");
  const listValues = (name: "brand" | "family" | "scheme") => new Set(approved.map((card) => card[name]));
  const brands = ["axess", "bonus", "world", "saglam", "cardfinans", "bankkart", "maximum", "paraf", null];
  expect(listValues("brand")).toEqual(new Set(brands));
  expect(listValues("family")).toEqual(new Set(["credit", "debit", "prepaid", "foreign"]));
  expect(listValues("scheme")).toEqual(new Set(["visa", "mastercard", "amex", "troy"]));
});

test("an American Express card has 15 digits and a code of four digits, every other card 16 and three", () => {
  for (const { pan, cv2, scheme } of testCards) {
    expect([pan.length, cv2.length]).toEqual(scheme === "amex" ? [15, 4] : [16, 3]);
  }
});

test("the foreign card has a BIN that the sandbox adds to its table", () => {
  const foreign = testCards.find(({ family }) => family === "foreign");
  expect(foreignBins).toContainEqual({
    bin: foreign?.pan.slice(0, 6),
    bank: foreign?.bank,
    scheme: foreign?.scheme,
  });
});

test("approves a card that is not on the list, and keeps only ten digits of its number", () => {
  expect(describeCard("4508034508034509")).toEqual({
    maskedPan: "450803******4509",
    scheme: "visa",
    issuer: "",
    outcome: "approved",
  });
  expect(describeCard("374422000000003").maskedPan).toBe("374422******0003");
});

test("recognises a listed card with its scheme", () => {
  for (const card of testCards) {
    expect(describeCard(card.pan)).toMatchObject({
      scheme: card.scheme,
      issuer: card.bank,
      outcome: card.outcome,
    });
  }
});
