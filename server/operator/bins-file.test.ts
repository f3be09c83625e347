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
])("a file with %s is read", (_, content) => {
  const { rows, faults } = read(content);
  expect(faults).toEqual([]);
  expect(rows.map(({ bin, bank }) => [bin, bank])).toEqual([
    ["435508", "Akbank"],
    ["016101", "Yapı Kredi"],
  ]);
});

test("a comma within quotes belongs to the value", () => {
  const { conflicts } = read(`${lines[0]}\n435508,Akbank,axess,credit,visa,0,high,"visa, troy"\n`);
  expect(conflicts).toEqual([{ line: 2, bin: "435508", conflict: "visa, troy" }]);
});

test("faults bear the numbers of their lines in the file, quotes out of place too", () => {
  const { faults } = read(
    [header, "", "4,A,,credit,visa,0,high,", "", '435508,A"B,,credit,visa,0,high,', "435508,A", 'x"'].join(
      "\r\n",
    ),
  );
  expect(faults).toEqual([
    { line: 3, reason: "bin must be 6 to 8 digits" },
    { line: 5, reason: "a quote stands within a value" },
    { line: 6, reason: "has 2 columns, the header 8" },
    { line: 7, reason: "a quote stands within a value" },
  ]);
  expect(read(`${header}\n"435508,A\n`).faults).toMatchObject([
    { reason: "a quote that was opened here or before is not closed" },
  ]);
  expect(read(`${header}\n"435508"x,A,,credit,visa,0,high,\n`).faults[0]).toEqual({
    line: 2,
    reason: "something follows a closing quote",
  });
});

test("an empty file is a fault, no file or another character set a sentence", () => {
  expect(read("").faults).toEqual([{ line: 1, reason: "the file is empty" }]);
  expect(() => readBinFile(join(folder, "none.csv"))).toThrow(/none\.csv cannot be read \(ENOENT\)\.$/);
  const turkish = Buffer.from(`${header}\n016101,Yap\xfd Kredi,,debit,troy,0,medium,`, "latin1");
  expect(() => read(turkish)).toThrow(/bins\.csv is not UTF-8: save it as CSV in UTF-8\.$/);
});

test("the table that comes with the product is right: test cards are in it, and every acquirer with a programme has cards of its own", () => {
  const { rows, conflicts, faults } = readBinFile("prisma/seed/bins.csv");
  expect({ rows: rows.length, conflicts: conflicts.length, faults }).toEqual({
    rows: 4183,
    conflicts: 232,
    faults: [],
  });
  const bankOf = new Map(rows.map(({ bin, bank }) => [bin, bank]));
  for (const { pan, bank, family } of testCards)
    if (family !== "foreign") expect(bankOf.get(pan.slice(0, 6))).toBe(bank);
  const banks = new Set(bankOf.values());
  for (const { name, programme } of Object.values(catalog))
    if (programme !== null) expect(banks).toContain(name);
});
