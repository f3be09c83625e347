import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import ExcelJS from "exceljs";
import { describe, expect, test, vi } from "vitest";
import type { TableColumn } from "./table";
import { writeXlsx, type XlsxTable } from "./xlsx";

interface Row {
  readonly text: string | null;
  readonly amount: bigint;
  readonly at: Date;
}

const columns: readonly TableColumn<Row>[] = [
  { head: "Açıklama", cell: ({ text }) => text },
  { head: "Vade günü", isDay: true, cell: ({ at }) => at },
  { head: "Zaman", cell: ({ at }) => at },
  { head: "Taksit", cell: () => 3 },
  { head: "Oran", cell: () => 250n },
  { head: "Tutar", hasTotal: true, cell: ({ amount }) => amount },
];

async function* toRows(...rows: Row[]): AsyncGenerator<Row> {
  yield* rows;
}

const at = new Date("2026-11-20T21:00:00.000Z");

const write = (rows: AsyncIterable<Row>, more: Partial<XlsxTable<Row>> = {}) =>
  writeXlsx({ sheet: "Kalemler", columns, rows, totalWord: "Toplam", issuer: "Vezne", at, ...more });

async function read(file: ReadableStream<Uint8Array>): Promise<ExcelJS.Worksheet> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load((await buffer(file)) as unknown as ExcelJS.Buffer);
  return workbook.getWorksheet("Kalemler") as ExcelJS.Worksheet;
}

const valuesOf = (sheet: ExcelJS.Worksheet, row: number) => (sheet.getRow(row).values as unknown[]).slice(1);

describe("an XLSX file", () => {
  test("has numbers, dates of Istanbul and a row of totals", async () => {
    const rows = toRows({ text: "ğüşİ", amount: -125_050n, at }, { text: null, amount: 900_719_925_474_099n, at });
    const sheet = await read(write(rows));
    expect(valuesOf(sheet, 1)).toEqual(["Açıklama", "Vade günü", "Zaman", "Taksit", "Oran", "Tutar"]);
    const midnight = new Date("2026-11-21T00:00:00.000Z");
    expect(valuesOf(sheet, 2)).toEqual(["ğüşİ", midnight, midnight, 3, 2.5, -1250.5]);
    expect(sheet.getRow(3).getCell(6).value).toBe(9_007_199_254_740.99);
    expect(sheet.getRow(2).getCell(2).numFmt).toBe("yyyy-mm-dd");
    expect(sheet.getRow(2).getCell(6).numFmt).toBe("#,##0.00");
    expect(sheet.getRow(4).getCell(1).value).toBe("Toplam");
    expect(sheet.getRow(4).getCell(6).value).toBe(9_007_199_253_490.49);
    expect(sheet.getRow(4).getCell(5).value).toBeNull();
    expect(sheet.rowCount).toBe(4);
    expect(sheet.views[0]).toMatchObject({ state: "frozen", ySplit: 1 });
  });

  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", '=HYPERLINK("http://x")', "<b>&\"'"])(
    "keeps %j as a text that does not run (S31)",
    async (text) => {
      const sheet = await read(write(toRows({ text, amount: 1n, at })));
      const cell = sheet.getRow(2).getCell(1);
      expect([cell.type, cell.value, cell.formula]).toEqual([ExcelJS.ValueType.String, text, undefined]);
    },
  );

  test("has only its head without rows", async () => {
    const sheet = await read(write(toRows()));
    expect(sheet.rowCount).toBe(1);
  });

  test("reads rows only as the client receives them, and releases them when the client disconnects", async () => {
    let [produced, isReleased] = [0, false];
    async function* many(): AsyncGenerator<Row> {
      try {
        for (; produced < 20_000; produced++) yield { text: randomBytes(500).toString("base64"), amount: 1n, at };
      } finally {
        isReleased = true;
      }
    }
    const onEnd = vi.fn(async () => undefined);
    const reader = write(many(), { onEnd }).getReader();
    await reader.read();
    await vi.waitFor(() => expect(produced).toBeGreaterThan(0));
    await reader.cancel();
    await vi.waitFor(() => expect(isReleased).toBe(true));
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledWith(expect.any(Number), false));
    expect(produced).toBeLessThan(10_000);
  });

  test("fails, and reports it, when the rows cannot be read", async () => {
    async function* broken(): AsyncGenerator<Row> {
      yield { text: "x", amount: 1n, at };
      throw new Error("The database is gone");
    }
    const onEnd = vi.fn(async () => undefined);
    await expect(buffer(write(broken(), { onEnd }))).rejects.toThrow("The database is gone");
    expect(onEnd).toHaveBeenCalledWith(1, true);
  });
});
