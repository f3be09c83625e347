import { expect, test } from "vitest";
import { catalog, catalogRow } from "./catalog";
import { createBanks } from "./registry";

const banks = createBanks();

test("every bank of the catalogue speaks a protocol that is built, over TLS", () => {
  for (const [key, row] of Object.entries(catalog)) {
    expect(banks.of(banks.brand(key).protocol).protocol).toBe(row.protocol);
    for (const endpoint of [row.live.api, row.live.gate, row.test.api, row.test.gate]) {
      expect(new URL(endpoint).protocol).toBe("https:");
    }
  }
});

test("an error for a bank that there is not", () => {
  expect(() => catalogRow("toString")).toThrow(RangeError);
});
