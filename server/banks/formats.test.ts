import fc from "fast-check";
import { expect, test } from "vitest";
import { newBankOrderId } from "@/server/domain/ids";
import type { Protocol } from "./bank";
import { amountText, formats, installmentText } from "./formats";

/** What each protocol writes for 1,250.50 lira, for one kuruş, for a single charge, for 3 and for 12 installments. */
const written: Readonly<Record<Protocol, readonly [currency: string, ...texts: string[]]>> = {
  nestpay: ["949", "1250.50", "0.01", "", "3", "12"],
  garanti: ["949", "125050", "1", "", "3", "12"],
  posnet: ["TL", "125050", "1", "00", "03", "12"],
  payfor: ["949", "1250.50", "0.01", "0", "3", "12"],
};

test.each(Object.entries(written) as [Protocol, readonly string[]][])(
  "%s as the banks want it",
  (protocol, texts) => {
    const format = formats[protocol];
    const amounts = [125_050n, 1n].map((kurus) => amountText(format, kurus));
    const counts = [1, 3, 12].map((count) => installmentText(format, count));
    expect([format.currency, ...amounts, ...counts]).toEqual(texts);
    expect(installmentText(format, 0)).toBe(installmentText(format, 1));
    expect(format.installmentsMax).toBe(12);
  },
);

test("an amount is written so that it reads back to the kuruş, without sign, group or exponent", () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 15n), (kurus) => {
      for (const format of Object.values(formats)) {
        const text = amountText(format, kurus);
        expect(text).toMatch(format.amount === "kurus" ? /^[1-9]\d*$/ : /^\d+\.\d\d$/);
        expect(BigInt(text.replace(".", ""))).toBe(kurus);
      }
    }),
  );
});

test("two counts of installments are never written alike", () => {
  for (const format of Object.values(formats)) {
    const texts = Array.from({ length: format.installmentsMax }, (_, n) => installmentText(format, n + 1));
    expect(new Set(texts).size).toBe(texts.length);
  }
});

test("our order ids pass every protocol's rule; what is longer, empty or of other characters does not", () => {
  for (const { orderId } of Object.values(formats)) {
    for (let n = 0; n < 200; n += 1) expect(newBankOrderId()).toMatch(orderId);
    for (const wrong of [
      "",
      "A".repeat(65),
      "ORDER 00000000000001",
      "ORDER;00000000000001",
      "SİPARİŞ0000000000001",
    ])
      expect(wrong).not.toMatch(orderId);
  }
  expect("A".repeat(19)).not.toMatch(formats.posnet.orderId);
  expect("A".repeat(21)).not.toMatch(formats.posnet.orderId);
});
