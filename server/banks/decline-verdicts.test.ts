import { expect, test } from "vitest";
import type { Operation } from "./bank";
import * as garanti from "./garanti/codes";
import * as nestpay from "./nestpay/codes";
import * as payfor from "./payfor/codes";
import type { Answer } from "./posnet/answer";
import * as posnet from "./posnet/codes";

// Which codes end a call that moves money is written out here, apart from the dictionaries: a row that is added to a
// dictionary explains a refusal, and must never turn an open outcome into one (R6, D-396).

const numbers = (digits: number, prefix = "") =>
  Array.from({ length: 10 ** digits }, (_, number) => `${prefix}${String(number).padStart(digits, "0")}`);
const words = (text: string) => text.split(" ");
const twoDigits = numbers(2);
const moneyCalls = ["capture", "void", "credit"] as const;

test.each(moneyCalls)("nestpay, %s: an Error is final with these codes of the gateway and the host only", (kind) => {
  const isFinal = (errorCode: string | null, returnCode: string) =>
    !nestpay.isDoubtfulError(kind, errorCode, returnCode);
  const others = words("HPP-1001 3D-1007 215021 2100 992104");
  expect([...numbers(4, "CORE-"), ...others].filter((code) => isFinal(code, "99"))).toEqual(
    words(
      "CORE-2008 CORE-2012 CORE-2201 CORE-2202 CORE-2254 CORE-2507 CORE-2508 CORE-2509 CORE-2603 HPP-1001 3D-1007 215021",
    ),
  );
  expect(twoDigits.filter((code) => isFinal(`ISO8583-${code}`, "99"))).toEqual(
    words("01 02 04 05 07 09 14 15 33 34 36 41 43 51 54 57 61 62 63 65 75 77 82 92"),
  );
  expect(twoDigits.filter((code) => !isFinal(null, code))).toEqual(words("06 68 91 96 99"));
});

test.each(moneyCalls)("payfor, %s: these codes leave the outcome open", (kind) => {
  const isFinal = (code: string) => !payfor.isDoubtful(kind, code);
  const repetitions = kind === "capture" ? [] : words("V025 V029");
  expect(numbers(3, "V").filter(isFinal)).toEqual(
    [...words("V004 V013 V014 V015 V016 V017 V018 V019 V023 V024 V026 V027 V034 V037 V049"), ...repetitions].toSorted(),
  );
  expect(twoDigits.filter((code) => !isFinal(code))).toEqual(words("06 68 91 96 99"));
  expect([...numbers(3, "M"), ...numbers(2, "MR"), "XX", "N7"].filter((code) => !isFinal(code))).toEqual([]);
  expect(words("101310 101311 V0130 M12").filter(isFinal)).toEqual(kind === "capture" ? [] : ["101310"]);
});

test("garanti: these codes of the gateway and of the host are final", () => {
  const finalOf = (source: string, codes: readonly string[], code?: string) =>
    codes.filter((one) => !garanti.isDoubtful({ source, code: code ?? one, reasonCode: one, systemMessage: null }));
  expect(twoDigits.filter((code) => !finalOf("HOST", [code]).includes(code))).toEqual(["68"]);
  expect(finalOf("GVPS", twoDigits)).toEqual(
    words("01 02 03 04 05 07 12 13 14 15 33 34 36 41 43 51 54 57 58 61 62 63 65 75 77 82 93"),
  );
  for (const source of ["HOST", "GVPS"]) {
    expect(finalOf(source, numbers(4), "92")).toEqual(
      words(
        "0001 0002 0003 0101 0103 0104 0108 0109 0110 0201 0202 0203 0207 0208 0210 0214 0231 0402 0405 0651 0652 0653 " +
          "0654 0752 0753 0763 0764 0769 0804 0809",
      ),
    );
  }
});

const everyCall =
  "0001 0002 0004 0005 0007 0012 0013 0014 0015 0030 0033 0034 0036 0041 0043 0051 0053 0054 0057 0058 0059 0061 0062 " +
  "0063 0065 0075 0077 0082 0091 0092 0129 0205 0217 0232";

test.each([
  ["prepare", "0127"],
  ["capture", "0003 0146 0147 0148 0600"],
  ["void", "0003 0122 0123 0146 0147 0148 0200 0211 0220 0229 0370 0600"],
  ["credit", "0003 0122 0123 0146 0147 0148 0200 0220 0370 0411 0450 0600"],
] as const)("posnet, %s: these codes are final", (kind, own) => {
  const operation = { kind, order: { installment: 1 } } as unknown as Extract<Operation, { kind: "capture" }>;
  const isFinal = (code: string) =>
    posnet.decodeRefusal(operation, { code, message: null } as Answer).kind === "declined";
  expect(numbers(4).filter(isFinal)).toEqual([...words(everyCall), ...words(own)].toSorted());
  expect(numbers(3, "E").filter(isFinal)).toHaveLength(kind === "prepare" ? 0 : 1_000);
});
