import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { declineReasons, declineTable, readDeclineReason, reversalRefusals } from "@/server/domain/banks/decline";
import * as garanti from "./garanti/codes";
import { type CodeTable, codeSources, hostCodes } from "./host-codes";
import * as nestpay from "./nestpay/codes";
import * as payfor from "./payfor/codes";
import * as posnet from "./posnet/codes";

const dictionaries: readonly (readonly [name: string, table: CodeTable])[] = [
  ["ISO 8583", hostCodes],
  ["NestPay", new Map([...nestpay.refusalCodes, ...nestpay.openCodes])],
  ["Garanti, `ReasonCode` of 92", garanti.reasonCodes],
  ["Garanti, codes of the host", garanti.ownHostCodes],
  ["PosNet, every call", posnet.ownCodes],
  ["PosNet, before the bank’s page", posnet.operationCodes.prepare],
  ["PosNet, void", posnet.operationCodes.void],
  ["PosNet, credit", posnet.operationCodes.credit],
  ["PayFor", new Map([...payfor.refusalCodes, ...payfor.openCodes])],
];

test.each(dictionaries)("%s: every row has a reason of the list, a source and the bank's meaning", (_name, table) => {
  expect(table.size).toBeGreaterThan(0);
  for (const [code, { reason, source, meaning }] of table) {
    expect([...declineReasons, ...reversalRefusals], code).toContain(reason);
    expect(reason, "a code that is known has a reason").not.toBe("unknown");
    expect(codeSources, code).toContain(source);
    expect(meaning, code).toMatch(/^[a-z0-9A-Z].{3,60}$/);
  }
});

const page = readFileSync("docs/banks.md", "utf8");

test("docs/banks.md prints the table reason, by, advice as the code has it", () => {
  const rows = declineReasons.map((reason) => {
    const { by, advice } = declineTable[reason];
    return `| \`${reason}\` | \`${by}\` | \`${advice}\` |`;
  });
  expect(page).toContain(["| reason | by | advice |", "|---|---|---|", ...rows].join("\n"));
});

test("docs/banks.md prints every dictionary as the code has it", () => {
  for (const [name, table] of dictionaries) {
    const rows = [...table].map(
      ([code, { reason, source, meaning }]) => `| ${code} | \`${reason}\` | ${source} | ${meaning} |`,
    );
    const printed = [
      `**${name}**`,
      "",
      "| code | reason | source | the bank’s meaning |",
      "|---|---|---|---|",
      ...rows,
    ];
    expect(page).toContain(printed.join("\n"));
  }
});

test("a stored reason is read as one of the list, also under a name of release 0.1.0", () => {
  for (const reason of declineReasons) expect(readDeclineReason(reason)).toBe(reason);
  expect(readDeclineReason("lost_or_stolen_card")).toBe("lost_or_stolen");
  expect(readDeclineReason("limit_exceeded")).toBe("card_limit_exceeded");
  for (const end of ["not_found", "voided_at_bank"]) expect(readDeclineReason(end)).toBe("bank_unavailable");
  for (const other of ["bank_error", "nothing_to_void", "reversal_refused", "toString", ""]) {
    expect(readDeclineReason(other)).toBe("unknown");
  }
});
