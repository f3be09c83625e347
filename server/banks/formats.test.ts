import fc from "fast-check";
import { expect, test } from "vitest";
import { newBankReference } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import type { Protocol } from "./bank";
import { amountText, formats, installmentText } from "./formats";

/** The expected texts for 1,250.50 lira, one kuruş, a single charge, 3 installments and 12 installments. */
const written: Readonly<Record<Protocol, readonly [currency: string, ...texts: string[]]>> = {
  nestpay: ["949", "1250.50", "0.01", "", "3", "12"],
  garanti: ["949", "125050", "1", "", "3", "12"],
  posnet: ["TL", "125050", "1", "00", "03", "12"],
  payfor: ["949", "1250.50", "0.01", "0", "3", "12"],
};

test.each(Object.entries(written) as [Protocol, readonly string[]][])(
  "writes amounts and installments in the notation of %s",
  (protocol, texts) => {
    const format = formats[protocol];
    const amounts = [125_050n, 1n].map((kurus) => amountText(format, kurus));
    const counts = [1, 3, 12].map((count) => installmentText(format, count));
    expect([format.currency, ...amounts, ...counts]).toEqual(texts);
    expect(installmentText(format, 0)).toBe(installmentText(format, 1));
    expect(format.installmentsMax).toBe(12);
  },
);

test("writes an amount exactly to the kuruş, without sign, grouping or exponent", () => {
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

test("writes every number of installments differently", () => {
  for (const format of Object.values(formats)) {
    const texts = Array.from({ length: format.installmentsMax }, (_, n) => installmentText(format, n + 1));
    expect(new Set(texts).size).toBe(texts.length);
  }
});

test("accepts our order ids in every protocol; refuses ids that are too long, empty or have other characters", () => {
  for (const { orderId } of Object.values(formats)) {
    for (let n = 0; n < 200; n += 1) expect(newBankReference(systemRandom)).toMatch(orderId);
    for (const wrong of ["", "A".repeat(65), "ORDER 00000000000001", "ORDER;00000000000001", "SİPARİŞ0000000000001"])
      expect(wrong).not.toMatch(orderId);
  }
  expect("A".repeat(19)).not.toMatch(formats.posnet.orderId);
  expect("A".repeat(21)).not.toMatch(formats.posnet.orderId);
});
