import { expect, test } from "vitest";
import { Secret } from "@/server/domain/secret";
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

test("a form is shown without the shop's secrets, wherever they stand in it", () => {
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
