import { describe, expect, test } from "vitest";
import { holdsCard, listCardPlaces, maskCards, maskMerchantTexts } from "./card-texts";

const visa = "4355080000000005";

describe("holdsCard and maskCards", () => {
  test.each([
    [visa, "435508******0005"],
    ["4355 0800 0000 0005", "435508******0005"],
    ["order 4355-0800-0000-0005, 12/30", "order 435508******0005, 12/30"],
    ["ORDER4355080000000005", "ORDER435508******0005"],
    ["374245455400126", "374245*****0126"],
    ["4355 0800 0000 0005 and 5528 7900 0000 0008", "435508******0005 and 552879******0008"],
    ["4355080000000005 5528790000000008", "435508******0005 552879******0008"],
    ["7 4355 0800 0000 0005 8", "7 435508******0005 8"],
    ["４３５５０８００００００００05", "435508******0005"],
    ["٤٣٥٥٠٨٠٠٠٠٠٠٠٠٠٥", "435508******0005"],
    ["4355\u200b0800\u200b0000\u200b0005", "435508******0005"],
    ["4355–0800–0000–0005", "435508******0005"],
    [
      "4355080000000005 of ef8654a7-2a24-4626-8380-535aeef4da55, 4355080000000005",
      "435508******0005 of ef8654a7-2a24-4626-8380-535aeef4da55, 435508******0005",
    ],
    ["cc4355080000000005", "cc435508******0005"],
    ["4355080000000005-ef8654a72a2446268380535aeef4da55", "435508******0005-ef8654a72a2446268380535aeef4da55"],
  ])("%s becomes %s", (text, masked) => {
    expect(holdsCard(text)).toBe(true);
    expect(maskCards(text)).toBe(masked);
    expect(holdsCard(masked)).toBe(false);
  });

  test.each([
    "ORDER-1042",
    "4355080000000006",
    "1234567890123456",
    "43550800000000051234",
    "2026-11-20 09:00:00",
    "TR33 0006 1005 1978 6457 8413 26",
    "+90 532 123 45 67",
    "order-ef8654a7-2a24-4626-8380-535aeef4da55",
    "ORDER_4039860585433A74A0463821E83C5FA5",
    "4d412494881294976fb9df85",
    "",
  ])("%j is no card number and stays", (text) => {
    expect(holdsCard(text)).toBe(false);
    expect(maskCards(text)).toBe(text);
  });

  test("a long text of digits and separators is searched to its end", () => {
    expect(holdsCard("1 ".repeat(100_000))).toBe(false);
    expect(holdsCard(`${"1 ".repeat(100_000)}${visa}`)).toBe(true);
    expect(holdsCard("4".repeat(200_000))).toBe(false);
  });
});

test("lists the places of an input, and not those of passwords, files and what the product made", () => {
  const input = {
    partnerTxCode: `order ${visa}`,
    amount: 125_050n,
    items: [{ name: "Lamp" }, { name: visa, note: null }],
    at: new Date(0),
    count: 4_355_080_000_000_005,
    password: visa,
    content: visa,
    iban: visa,
    cursor: visa,
  };
  expect(listCardPlaces(input)).toEqual([["partnerTxCode"], ["items", 1, "name"], ["count"]]);
  expect(listCardPlaces(visa)).toEqual([[]]);
  expect(listCardPlaces(undefined)).toEqual([]);
});

test("masks a merchant's texts in a page's data, and keeps everything else as it is", () => {
  const untouched = { items: [{ partnerTxCode: "order-1", at: new Date(0), amount: 1n }] };
  expect(maskMerchantTexts(untouched)).toBe(untouched);
  const data = { items: [{ partnerTxCode: visa, rrn: visa, at: new Date(0) }], description: "4355 0800 0000 0005" };
  expect(maskMerchantTexts(data)).toEqual({
    items: [{ partnerTxCode: "435508******0005", rrn: visa, at: new Date(0) }],
    description: "435508******0005",
  });
});
