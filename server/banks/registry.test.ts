import { expect, test } from "vitest";
import { Secret } from "@/server/domain/secret";
import { catalog, getCatalogRow } from "./catalog";
import { createBanks } from "./registry";

const banks = createBanks();

test("every bank of the catalogue has a protocol that is built and addresses over TLS", () => {
  for (const [key, row] of Object.entries(catalog)) {
    expect(banks.getConnector(banks.getBrand(key).protocol).protocol).toBe(row.protocol);
    for (const endpoint of [row.live.api, row.live.gate, row.test.api, row.test.gate]) {
      expect(new URL(endpoint).protocol).toBe("https:");
    }
  }
});

test("throws a RangeError for a bank that is not in the catalogue", () => {
  expect(() => getCatalogRow("toString")).toThrow(RangeError);
});

test("redacts the shop's secrets wherever they occur in a form", () => {
  const account = {
    bank: "garanti",
    merchantId: "7000679",
    terminalNo: "30691298",
    user: "PROVAUT",
    password: new Secret("first-word"),
    storeKey: new Secret("second-word"),
    refundUser: { name: "PROVRFN", password: new Secret("third-word") },
    endpoints: { gate: "https://bank.test/gate", api: "https://bank.test/api" },
  };
  const fields = [["errmsg", "first-word, second-word or third-word is wrong"]] as const;
  expect(banks.redact(fields, account)).toBe("errmsg=[redacted], [redacted] or [redacted] is wrong");
});
