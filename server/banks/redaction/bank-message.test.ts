import fc from "fast-check";
import { expect, test } from "vitest";
import { bankMessageMax, toBankMessage } from "./bank-message";

test.each([
  ["Limit yetersiz", "Limit yetersiz"],
  ["  RED-YETERSIZ\n BAKIYE\u0000 ", "RED-YETERSIZ BAKIYE"],
  ["İşlem onaylanmadı (51)", "İşlem onaylanmadı (51)"],
  ["Kart 4508034508034509 reddedildi", "Kart 450803******4509 reddedildi"],
  ["Kart 4508 0345 0803 4509 reddedildi", "Kart 450803******4509 reddedildi"],
  ["Kart 450803******4509 reddedildi", "Kart 450803******4509 reddedildi"],
  ["No 450803-4508", "No [redacted]"],
  ["cvv: 123", "cvv: [redacted]"],
])("%j is kept as %j", (text, bankMessage) => {
  expect(toBankMessage(text)).toEqual({ bankMessage });
});

test.each([[null], [""], [" \n\t"]])("%j leaves no message", (text) => {
  expect(toBankMessage(text)).toEqual({});
});

test("no message is longer than the bound, nor has seven digits in a row", () => {
  const piece = fc.oneof(fc.string({ unit: "grapheme" }), fc.nat().map(String), fc.constantFrom(" ", "-", ".", "😀"));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
      const { bankMessage = "" } = toBankMessage(pieces.join(""));
      expect([...bankMessage].length).toBeLessThanOrEqual(bankMessageMax);
      expect(bankMessage).not.toMatch(/\d{7}|[\p{Cc}\p{Cs}]/u);
    }),
  );
});
