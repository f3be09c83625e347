import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { catalog } from "../banks/catalog";
import { testCards } from "../sandbox/bank/cards";
import { readBinFile } from "./bins-file";

const folder = mkdtempSync(join(tmpdir(), "vezne-bins-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (content: string | Uint8Array) => {
  const path = join(folder, "bins.csv");
  writeFileSync(path, content);
  return readBinFile(path);
};
const header = "bin,bank,brand,family,network,commercial,confidence,conflict";
const lines = [header, "435508,Akbank,axess,credit,visa,0,high,", "016101,Yapı Kredi,,debit,troy,0,medium,"];

test.each([
  ["LF", lines.join("\n")],
  ["LF, the last line ended too", `${lines.join("\n")}\n`],
  ["CRLF", `${lines.join("\r\n")}\r\n`],
  ["both", `${lines[0]}\r\n${lines[1]}\n${lines[2]}\r\n`],
  ["a byte order mark", `\uFEFF${lines.join("\r\n")}`],
  ["empty lines", `${lines.join("\n\n")}\n\n\n`],
  ["quotes", `${header}\n"435508","Akbank","axess","credit","visa","0","high",""\n${lines[2]}`],
])("reads a file with %s", (_, content) => {
  const { rows, faults } = read(content);
  expect(faults).toEqual([]);
  expect(rows.map(({ bin, bank }) => [bin, bank])).toEqual([
    ["435508", "Akbank"],
    ["016101", "Yapı Kredi"],
  ]);
});

test("keeps a comma within quotes as a part of the value", () => {
  const { conflicts } = read(`${lines[0]}\n435508,Akbank,axess,credit,visa,0,high,"visa, troy"\n`);
  expect(conflicts).toEqual([{ line: 2, bin: "435508", conflict: "visa, troy" }]);
});

test("returns faults with their line numbers in the file, also for misplaced quotes", () => {
  const { faults } = read(
    [header, "", "4,A,,credit,visa,0,high,", "", '435508,A"B,,credit,visa,0,high,', "435508,A", 'x"'].join("\r\n"),
  );
  expect(faults).toEqual([
    { line: 3, problems: [{ code: "bin" }] },
    { line: 5, problems: [{ code: "quote_inside" }] },
    { line: 6, problems: [{ code: "width", what: "2", other: 8 }] },
    { line: 7, problems: [{ code: "quote_inside" }] },
  ]);
  expect(read(`${header}\n"435508,A\n`).faults).toMatchObject([{ problems: [{ code: "quote_open" }] }]);
  expect(read(`${header}\n"435508"x,A,,credit,visa,0,high,\n`).faults[0]).toEqual({
    line: 2,
    problems: [{ code: "quote_closing" }],
  });
});

test("returns a fault for an empty file, and throws for a missing file and another character set", () => {
  expect(read("").faults).toEqual([{ line: 1, problems: [{ code: "empty_file" }] }]);
  expect(() => readBinFile(join(folder, "none.csv"))).toThrow(/none\.csv cannot be read \(ENOENT\)\.$/);
  const turkish = Buffer.from(`${header}\n016101,Yap\xfd Kredi,,debit,troy,0,medium,`, "latin1");
  expect(() => read(turkish)).toThrow(/bins\.csv is not UTF-8\. Save it as CSV in UTF-8\.$/);
});

test("reads the product's own table without a fault; it contains the test cards and every acquirer with a programme", () => {
  const { rows, conflicts, faults } = readBinFile("prisma/seed/bins.csv");
  expect({ rows: rows.length, conflicts: conflicts.length, faults }).toEqual({
    rows: 4183,
    conflicts: 232,
    faults: [],
  });
  const bankByBin = new Map(rows.map(({ bin, bank }) => [bin, bank]));
  for (const { pan, bank, family } of testCards)
    if (family !== "foreign") expect(bankByBin.get(pan.slice(0, 6))).toBe(bank);
  const banks = new Set(bankByBin.values());
  for (const { name, programme } of Object.values(catalog)) if (programme !== null) expect(banks).toContain(name);
});
