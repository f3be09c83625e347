import { describe, expect, test } from "vitest";
import { dayFileFormats, findDayFileFormat } from "./day-file-format";
import { type Cell, readDayFile } from "./read-day-file";

const sandbox = findDayFileFormat("sandbox");
const detail = findDayFileFormat("pos-detail");
if (!sandbox || !detail) throw new Error("A layout is missing");

const sale = {
  "İşlem Tipi": "Satış",
  "Sipariş No": "A1B2C3D4E5F6G7H8I9J0",
  Tutar: "1.250,50",
  Komisyon: "18,75",
  "İşlem Tarihi": "28.11.2026 23:59:59",
  "Onay Kodu": "P12345",
  "Referans No": "123456789012",
};
const read = (...changes: Record<string, Cell>[]) =>
  readDayFile(
    sandbox,
    changes.map((change, n) => ({ line: n + 2, cells: { ...sale, ...change } })),
  );

test("a line of the simulated banks is read, with the time of Istanbul as an instant", () => {
  expect(read({})).toEqual({
    faults: [],
    lines: [
      {
        number: 2,
        kind: "sale",
        orderId: "A1B2C3D4E5F6G7H8I9J0",
        amountKurus: 125_050n,
        commissionKurus: 1_875n,
        at: new Date("2026-11-28T20:59:59Z"),
        authCode: "P12345",
        rrn: "123456789012",
        caseNumber: null,
        reasonCode: null,
        respondBy: null,
      },
    ],
  });
});

test("an XLSX file's numbers and dates are read like the texts of a CSV file", () => {
  const typed = { Tutar: 1250.5, Komisyon: 18.75, "İşlem Tarihi": new Date("2026-11-28T23:59:59Z") };
  expect(read(typed).lines).toEqual(read({}).lines);
});

test("what a bank puts before the order id is removed, and a refund with a minus is what was given back", () => {
  const [line] = read({
    "Sipariş No": "YKB_A1B2C3D4E5F6G7H8I9J0",
    "İşlem Tipi": "İADE",
    Tutar: "-10,00",
    Komisyon: "",
  }).lines;
  expect(line).toMatchObject({
    kind: "credit",
    orderId: "A1B2C3D4E5F6G7H8I9J0",
    amountKurus: 1_000n,
    commissionKurus: null,
  });
});

test("a chargeback comes with its case, its reason and the last day for an answer", () => {
  const case1 = {
    "İşlem Tipi": "Ters İbraz",
    "Dosya No": "CB-1",
    "Neden Kodu": "10.4",
    "Son Yanıt Tarihi": "05.12.2026",
  };
  expect(read({ ...case1, Komisyon: "" }).lines).toEqual([
    expect.objectContaining({ kind: "chargeback", caseNumber: "CB-1", reasonCode: "10.4", respondBy: "2026-12-05" }),
  ]);
  expect(read({ ...case1, "Son Yanıt Tarihi": new Date("2026-12-05T00:00:00Z") }).lines[0]?.respondBy).toBe(
    "2026-12-05",
  );
});

test("lines with totals are left out", () => {
  expect(read({}, { "İşlem Tipi": "TOPLAM", Tutar: "" }).lines).toHaveLength(1);
});

describe("a file with a fault has no lines, and every fault is named with its line", () => {
  test.each<[string, Record<string, Cell>]>([
    ["kind", { "İşlem Tipi": "Provizyon" }],
    ["order_id", { "Sipariş No": "" }],
    ["order_id", { "Sipariş No": "a b" }],
    ["amount", { Tutar: "1.250.50" }],
    ["amount", { Tutar: "0,00" }],
    ["amount", { Tutar: "-5,00" }],
    ["amount", { Tutar: 12.345 }],
    ["amount", { Tutar: "12,345" }],
    ["commission", { Komisyon: "yok" }],
    ["time", { "İşlem Tarihi": "31.11.2026 10:00:00" }],
    ["time", { "İşlem Tarihi": "2026-11-28 10:00:00" }],
  ])("%s: %o", (what, change) => {
    const { lines, faults } = read({}, change);
    expect(lines).toEqual([]);
    expect(faults).toEqual([expect.objectContaining({ line: 3, what })]);
  });

  test("columns that are missing, and a file without lines", () => {
    expect(readDayFile(sandbox, [{ line: 2, cells: { "İşlem Tipi": "Satış" } }]).faults).toEqual([
      { line: 1, what: "columns", value: "Sipariş No, Tutar, İşlem Tarihi" },
    ]);
    expect(readDayFile(sandbox, []).faults).toEqual([{ line: null, what: "empty", value: "" }]);
  });
});

test("a layout with the time in a column of its own and other words is read by its row of the table", () => {
  const cells = {
    "İşlem Türü": "Taksitli Satış",
    "Üye İşyeri Sipariş No": "A1B2C3D4E5F6G7H8I9J0",
    "Brüt Tutar": "99,90 TL",
    "İşlem Tarihi": "28/11/2026",
    "İşlem Saati": "09:05",
    "Komisyon Tutarı": "1,50",
    "Provizyon No": "",
    RRN: "1",
  };
  expect(readDayFile(detail, [{ line: 2, cells }]).lines).toEqual([
    expect.objectContaining({
      kind: "sale",
      amountKurus: 9_990n,
      at: new Date("2026-11-28T06:05:00Z"),
      authCode: null,
      rrn: "1",
    }),
  ]);
});

test("every layout has its own id and says where it is known from", () => {
  expect(new Set(dayFileFormats.map(({ id }) => id)).size).toBe(dayFileFormats.length);
  for (const { source, kinds } of dayFileFormats) {
    expect(source).not.toBe("");
    expect(Object.values(kinds)).toContain("sale");
  }
});
