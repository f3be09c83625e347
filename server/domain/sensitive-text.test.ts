import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSensitiveText } from "./sensitive-text";

describe("true for a card number as the whole text", () => {
  test.each([
    "5528790000000008",
    "5528 7900 0000 0008",
    "5528-7900-0000-0008",
    " 5528\u00a07900\u20070000\u20090008\n",
    "5528\u20117900\u20130000\u22120008",
    "5528\u00ad7900\u200b0000\u20600008",
    "5528\u20107900\u20140000\u20150008",
    "５５２８７９０００００００００８",
    "٥٥٢٨٧٩٠٠٠٠٠٠٠٠٠٨",
    "५५२८७९००००००००००",
    "𝟓𝟓𝟐𝟖𝟕𝟗𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟎𝟖",
    "1234567890123",
    "1234567890123456789",
    "0000 0000 0000 0001",
  ])("%s", (text) => expect(isSensitiveText(text)).toBe(true));
});

describe("true for an IBAN as the whole text", () => {
  test.each([
    "TR330006100519786457841326",
    "TR33 0006 1005 1978 6457 8413 26",
    "tr33-0006-1005-1978-6457-8413-26",
    "ＴＲ33 0006 1005 1978 6457 8413 26",
    "TR000000000000000000000000",
    "DE89 3704 0044 0532 0130 00",
    "de89370400440532013000",
    "GB29 NWBK 6016 1331 9268 19",
    "NO93 8601 1117 947",
    "MT84 MALT 0110 0001 2345 MTLC AST0 01S",
    "LC55 HEMM 0001 0001 0012 0012 0002 3015",
    "FR14 2004 1010 0505 0001 3M02 606",
    "AE07 0331 2345 6789 0123 456",
    "CY17 0020 0128 0000 0012 0052 7600",
    "KZ86 125K ZT50 0410 0100",
    "NL91 ABNA 0417 1643 00",
  ])("%s", (text) => expect(isSensitiveText(text)).toBe(true));

  test("the machine's language does not change the result", () => {
    // In Turkish, `i` becomes a dotted capital; the country code IT must still be recognised.
    expect(isSensitiveText("it60x0542811101000000123456")).toBe(true);
  });
});

describe("false for any other text", () => {
  test.each([
    "",
    "Sipariş 1042",
    "Card 5528790000000008",
    "5528790000000008 numaralı kart",
    "TR33 0006 1005 1978 6457 8413 26 hesabına",
    "TV55 QLED 2024 SAMSUNG",
    "123456789012",
    "12345678901234567890",
    "TR3300061005197864578413",
    "TR33000610051978645784132699",
    "DE89370400440532013001",
    "DE8937040044053201300",
    "DE5137040044053201300",
    "DE813704004405320130000",
    "ZZ89370400440532013000",
    "5528.7900.0000.0008",
    "5528_7900_0000_0008",
    "+90 (532) 123 45 67",
    "2026-11-20 12:30",
  ])("%j", (text) => expect(isSensitiveText(text)).toBe(false));
});

test("true for 13 to 19 digits with any separators and in the digits of any script", () => {
  const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xff10, 0x1d7ce, 0x1d7d8, 0x1e950, 0x116da];
  const digit = fc
    .tuple(fc.constantFrom(...zeros), fc.nat(9), fc.constantFrom("", "", " ", "-", "\u2003", "\u200d"))
    .map(([zero, value, gap]) => String.fromCodePoint(zero + value) + gap);
  // By its own choice fast-check makes at most twelve digits, too few for a card number.
  fc.assert(
    fc.property(fc.array(digit, { minLength: 1, maxLength: 25, size: "max" }), (digits) => {
      expect(isSensitiveText(digits.join(""))).toBe(digits.length >= 13 && digits.length <= 19);
    }),
  );
});
