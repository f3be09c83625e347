import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BankTransfer, buildBankFile } from "./bank-file";

const transfer: BankTransfer = {
  payoutId: "pob_01M7W2Y7M04FT60Y358YJCGRQ0",
  beneficiary: 'Şükrü Çağdaş Gıda İth. İhr. A.Ş.; "Merkez"',
  iban: "TR330006100519786457841326",
  amountKurus: 1_234_567n,
  valueDay: "2026-11-30",
};

/** The width of a line of the example of fixed width. */
const lineWidth = 169;

describe("the separated file", () => {
  test("has a head and a line for each transfer, with the amount as banks of Türkiye read it", () => {
    expect(buildBankFile("csv", [transfer, { ...transfer, amountKurus: 5n }]).split("\r\n")).toEqual([
      "Sira;Alici;IBAN;Tutar;Para birimi;Tarih;Aciklama;Referans",
      "1;Sukru Cagdas Gida Ith. Ihr. A.S.   Merkez;TR330006100519786457841326;12345,67;TRY;2026-11-30;Hak edis odemesi 2026-11-30;pob_01M7W2Y7M04FT60Y358YJCGRQ0",
      "2;Sukru Cagdas Gida Ith. Ihr. A.S.   Merkez;TR330006100519786457841326;0,05;TRY;2026-11-30;Hak edis odemesi 2026-11-30;pob_01M7W2Y7M04FT60Y358YJCGRQ0",
      "",
    ]);
  });

  test("has eight cells in each line, none of which is a formula, whatever the beneficiary's name is", () => {
    void fc.assert(
      fc.property(fc.string({ unit: "binary" }), (beneficiary) => {
        const [, line = ""] = buildBankFile("csv", [{ ...transfer, beneficiary }]).split("\r\n");
        const cells = line.split(";");
        expect(cells).toHaveLength(8);
        expect(cells[1]).not.toMatch(/^[=+\-@]/);
        expect(line).toMatch(/^[\x20-\x7e]*$/);
      }),
    );
  });
});

describe("the file of fixed width", () => {
  test("has each value at its place", () => {
    const [line = ""] = buildBankFile("fixed_width_example", [transfer]).split("\r\n");
    expect(line).toHaveLength(lineWidth);
    expect(line.slice(0, 15)).toBe("D00000120261130");
    expect(line.slice(15, 41)).toBe(transfer.iban);
    expect(line.slice(41, 81)).toBe('Sukru Cagdas Gida Ith. Ihr. A.S.; "Merke');
    expect(line.slice(81, 96)).toBe("000000001234567");
    expect(line.slice(96, 99)).toBe("TRY");
    expect(line.slice(139).trim()).toBe(transfer.payoutId);
  });

  test("has lines of one width, whatever the beneficiary's name is", () => {
    void fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.bigInt(1n, 10n ** 15n - 1n), (beneficiary, amountKurus) => {
        const text = buildBankFile("fixed_width_example", [{ ...transfer, beneficiary, amountKurus }]);
        expect(text).toHaveLength(lineWidth + 2);
      }),
    );
  });

  test("refuses an amount that does not fit, instead of cutting it", () => {
    const tooMuch = { ...transfer, amountKurus: 10n ** 15n };
    expect(() => buildBankFile("fixed_width_example", [tooMuch])).toThrow("too long");
  });
});
