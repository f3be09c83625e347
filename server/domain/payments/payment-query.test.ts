import { describe, expect, test } from "vitest";
import { paymentParameters, readPaymentQuery, toPaymentFilters } from "./payment-query";

const read = (address: string) => {
  const parameters = new URLSearchParams(address);
  return readPaymentQuery((name) => parameters.get(name));
};

test("a query gives back the address that it was read from", () => {
  const address =
    "q=ORDER+1%26&status=captured&refunded=partial&source=payment_link&terminal=trm_1&min=100&max=1000000000&from=2026-11-01&to=2026-11-30";
  expect(paymentParameters(read(address)).toString()).toBe(address);
  expect(paymentParameters(read("")).toString()).toBe("");
});

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
    "q=%20%20",
    "q=5528790000000008",
    "unknown=1",
  ])("%s", (address) => expect(paymentParameters(read(address)).toString()).toBe(""));
});

test("days are days in Istanbul, and the last one is included as a whole", () => {
  const { createdFrom, createdTo } = toPaymentFilters(read("from=2026-11-20&to=2026-11-20"));
  expect(createdFrom?.toISOString()).toBe("2026-11-19T21:00:00.000Z");
  expect(createdTo?.toISOString()).toBe("2026-11-20T21:00:00.000Z");
});

test("cuts a search to the length of an order code", () => {
  expect(read(`q=${"😀".repeat(70)}`).search).toBe("😀".repeat(64));
});
