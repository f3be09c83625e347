import { describe, expect, test } from "vitest";
import { applyFilters, readListQuery, writeListQuery } from "../lists";
import { paymentList } from "./payment-list";

const read = (address: string) => {
  const parameters = new URLSearchParams(address);
  return readListQuery(paymentList, (name) => parameters.getAll(name));
};
const reread = (address: string) => writeListQuery(paymentList, read(address)).toString();

test.each([
  "q=ORDER+1%26&status=captured&from=2026-11-01&to=2026-11-30&min=100&max=1000000000&refunded=partial&terminal=trm_1&source=payment_link",
  "status=captured&status=failed&span=last_7_days&sort=-amount",
  "",
])("the list's query gives back the address that it was read from: %s", (address) =>
  expect(reread(address)).toBe(address),
);

describe("ignores unknown and invalid parameters", () => {
  test.each([
    "status=paid",
    "refunded=all",
    "source=web",
    "terminal=a%20b",
    "min=0",
    "min=0100",
    "min=-5",
    "max=10000000001",
    "max=1000000001",
    "max=1.5",
    "from=2026-02-30",
    "from=2026-2-3",
    "to=tomorrow",
    "span=last_year",
    "sort=status",
    "q=%20%20",
    "q=5528790000000008",
    "unknown=1",
  ])("%s", (address) => expect(reread(address)).toBe(""));
});

test("days are days in Istanbul, and the last one is included as a whole", () => {
  const { created } = applyFilters(paymentList, read("from=2026-11-20&to=2026-11-20"), new Date());
  expect(created?.from?.toISOString()).toBe("2026-11-19T21:00:00.000Z");
  expect(created?.to?.toISOString()).toBe("2026-11-20T21:00:00.000Z");
});

test("cuts a search to the length of an order code", () => {
  expect(read(`q=${"😀".repeat(70)}`).search).toBe("😀".repeat(64));
});
