import { gzipSync } from "node:zlib";
import ExcelJS from "exceljs";
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { findDayFileFormat } from "@/server/domain/bank-days/day-file-format";
import { readDayFile } from "@/server/domain/bank-days/read-day-file";
import { readDayRecords } from "./day-records";

const format = findDayFileFormat("pos-detail");
if (!format) throw new Error("The layout is missing");

const header = ["İşlem Türü", "Üye İşyeri Sipariş No", "Brüt Tutar", "İşlem Tarihi", "İşlem Saati", "Komisyon Tutarı"];
const expected = {
  kind: "sale",
  orderId: "A1B2C3D4E5F6G7H8I9J0",
  amountKurus: 125_050n,
  commissionKurus: 1_875n,
  at: new Date("2026-11-27T06:05:00Z"),
};
const read = async (contents: Uint8Array) => readDayFile(format, await readDayRecords(contents, format));

test("a workbook with a title above the header, numbers and a formula is read like the CSV file in Windows-1254", async () => {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet("Detay");
  sheet.addRow(["POS Detay Raporu"]);
  sheet.addRow(header);
  sheet.addRow(["Satış", expected.orderId, 1250.5, "27/11/2026", "09:05", { formula: "C3*0.015", result: 18.75 }]);
  sheet.addRow(["Genel Toplam", "", 1250.5, "", "", 18.75]);
  const { lines, faults } = await read(new Uint8Array(await workbook.xlsx.writeBuffer()));
  expect(faults).toEqual([]);
  expect(lines).toMatchObject([{ ...expected, number: 3 }]);

  const csv = [header, ["Satış", expected.orderId, "1.250,50", "27/11/2026", "09:05", "18,75"]];
  const bytes = iconv.encode(csv.map((row) => row.join(";")).join("\r\n"), "windows-1254");
  for (const contents of [bytes, gzipSync(bytes)]) {
    expect((await read(contents)).lines).toMatchObject([{ ...expected, number: 2 }]);
  }
});

test("a broken workbook, and a file that is too large when it is unpacked, are refused", async () => {
  const broken = new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]);
  await expect(readDayRecords(broken, format)).rejects.toMatchObject({ code: "validation_error" });
  const large = gzipSync(Buffer.alloc(65 * 1024 * 1024));
  await expect(readDayRecords(large, format)).rejects.toMatchObject({ code: "validation_error" });
});
