import { expect, test } from "vitest";
import { catalog } from "@/server/banks/catalog";
import { Secret } from "@/server/domain/secret";
import { findAddressFault } from "./address-fault";

const account = (bank: keyof typeof catalog, endpoints: { gate: string; api: string }, isTest?: boolean) => ({
  bank,
  merchantId: "1",
  terminalNo: "1",
  user: "u",
  password: new Secret("p"),
  storeKey: new Secret("k"),
  ...(isTest !== undefined && { isTest }),
  endpoints,
});
const banks = Object.keys(catalog) as (keyof typeof catalog)[];

test.each(banks)("finds a test address of %s in live mode, and its live address for a test shop", (bank) => {
  const { live, test: ofTest } = catalog[bank];
  expect(findAddressFault(account(bank, ofTest), true)).toBe("test_address_in_live");
  expect(findAddressFault(account(bank, { gate: live.gate, api: ofTest.api }), true)).toBe("test_address_in_live");
  expect(findAddressFault(account(bank, live, true), false)).toBe("live_address_for_test_shop");
  expect(findAddressFault(account(bank, live), true)).toBeNull();
  expect(findAddressFault(account(bank, ofTest, true), false)).toBeNull();
});

test("does not judge a host that the catalogue does not list", () => {
  const moved = { gate: "https://new.bank.example/gate", api: "https://new.bank.example/api" };
  expect(findAddressFault(account("isbank", moved), true)).toBeNull();
  expect(findAddressFault(account("isbank", moved, true), false)).toBeNull();
});
