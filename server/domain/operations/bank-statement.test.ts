import { expect, test } from "vitest";
import { bankDay, bankDaySpan } from "../business-day";
import { groupStatement, readStatement, type StatementRecord } from "./bank-statement";

const records = (...rows: string[]): StatementRecord[] =>
  rows.map((row, n) => {
    const [orderId = "", kind = "", amount = "", time = "", authCode = ""] = row.split(",");
    return { line: n + 2, values: { orderId, kind, amount, time, authCode } };
  });

test("returns the sums of each order in kuruş, without the prefix that PosNet puts before its id", () => {
  const { lines, faults } = readStatement(
    records(
      "0123456789ABCDEFGHIJ,sale,1250.50,2026-11-20T12:00:00+03:00,A1B2C3",
      "0123456789ABCDEFGHIJ,credit,50.00,2026-11-21T09:00:00+03:00",
      "TDSC00000000000000000007,sale,1,2026-11-20T13:00:00Z",
      "TDSC00000000000000000007,void,1,2026-11-20T13:05:00Z",
    ),
  );
  expect(faults).toEqual([]);
  expect(groupStatement(lines)).toEqual([
    {
      orderId: "0123456789ABCDEFGHIJ",
      takenKurus: 125_050n,
      backKurus: 5_000n,
      at: new Date("2026-11-20T09:00:00Z"),
      authCode: "A1B2C3",
    },
    {
      orderId: "00000000000000000007",
      takenKurus: 100n,
      backKurus: 100n,
      at: new Date("2026-11-20T13:00:00Z"),
      authCode: null,
    },
  ]);
});

test.each([
  [",sale,1.00,2026-11-20T12:00:00Z", "order id"],
  ["A B,sale,1.00,2026-11-20T12:00:00Z", "order id"],
  ["A,refund,1.00,2026-11-20T12:00:00Z", "kind"],
  ["A,sale,1,50,2026-11-20T12:00:00Z", "time"],
  ["A,sale,-1.00,2026-11-20T12:00:00Z", "amount"],
  ["A,sale,0,2026-11-20T12:00:00Z", "amount"],
  ["A,sale,1.00,20.11.2026 12:00", "time"],
])("returns no line of a file with the line %s, and names it", (row, what) => {
  const { lines, faults } = readStatement(records("A,sale,1.00,2026-11-20T12:00:00Z", row));
  expect(lines).toEqual([]);
  expect(faults).toEqual([expect.stringMatching(new RegExp(`^Line 3: .*${what}`))]);
});

test.each(["00:00", "04:00", "11:59", "12:00", "23:00"])(
  "returns the instants that the bank's day has, day-end %s",
  (end) => {
    const { from, to } = bankDaySpan("2026-11-20", end);
    const name = (instant: Date, ms = 0) => bankDay(new Date(instant.getTime() + ms), end);
    expect([name(from, -1), name(from), name(to, -1), name(to)]).toEqual([
      "2026-11-19",
      "2026-11-20",
      "2026-11-20",
      "2026-11-21",
    ]);
  },
);
