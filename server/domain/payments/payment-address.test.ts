import { describe, expect, test } from "vitest";
import { filtersOf, paymentParameters, readPaymentQuery } from "./payment-address";

const read = (address: string) => {
  const parameters = new URLSearchParams(address);
  return readPaymentQuery((name) => parameters.get(name));
};

test("an address says its query again", () => {
  const address =
    "q=ORDER+1%26&status=captured&refunded=partial&source=payment_link&terminal=trm_1&min=100&max=1000000000&from=2026-11-01&to=2026-11-30";
  expect(paymentParameters(read(address)).toString()).toBe(address);
  expect(paymentParameters(read("")).toString()).toBe("");
});

describe("what is no part of a query is left out", () => {
  test.each([
    "status=paid",
    "refunded=all",
    "source=web",
    "terminal=a%20b",
    "min=0",
    "min=-5",
    "max=10000000001",
    "max=1000000001",
    "max=1.5",
    "from=2026-02-30",
    "from=2026-2-3",
    "to=tomorrow",
    "q=%20%20",
    "q=5528790000000008",
    "unknown=1",
  ])("%s", (address) => expect(paymentParameters(read(address)).toString()).toBe(""));
});

test("days are Istanbul's: the last one is in it to its end", () => {
  const { createdFrom, createdTo } = filtersOf(read("from=2026-11-20&to=2026-11-20"));
  expect(createdFrom?.toISOString()).toBe("2026-11-19T21:00:00.000Z");
  expect(createdTo?.toISOString()).toBe("2026-11-20T21:00:00.000Z");
});

test("a search is as long as an order code at most", () => {
  expect(read(`q=${"😀".repeat(70)}`).search).toBe("😀".repeat(64));
});
