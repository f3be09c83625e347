import { describe, expect, test } from "vitest";
import { findBankAddressProblem } from "./bank-address";
import {
  bankProtocols,
  credentialsSchema,
  listCredentialFields,
  maskMerchantNumber,
  noCredentials,
  usualCredentials,
} from "./credentials";

const valid = {
  nestpay: { merchantId: "600218000", user: "api", password: "p w", storeKey: "K:1" },
  garanti: {
    merchantId: "7218000",
    terminalNo: "30218001",
    user: "PROVAUT",
    password: "a",
    refundUser: "PROVRFN",
    refundPassword: "b",
    storeKey: "5A4E",
  },
  posnet: { merchantId: "6721800001", terminalNo: "67218001", user: "21801", storeKey: "21,80,10,21,80,10,21,80" },
  payfor: { merchantId: "085300000218001", user: "API", password: "x", storeKey: "21800218" },
} as const;

describe.each(bankProtocols)("the agreement of %s", (protocol) => {
  const schema = credentialsSchema(protocol);
  const faults = (given: object) =>
    (schema.safeParse({ ...noCredentials, ...valid[protocol], ...given }).error?.issues ?? []).map(({ path }) =>
      path.join("."),
    );

  test("is accepted with the fields that its protocol asks for", () => {
    expect(faults({})).toEqual([]);
  });

  test.each(listCredentialFields(protocol).filter(({ isOptional }) => !isOptional))(
    "is refused without $name, and with blanks around it",
    ({ name }) => {
      expect(faults({ [name]: "" })).toEqual([name]);
      expect(faults({ [name]: ` ${"1".repeat(8)} ` })).toEqual([name]);
      expect(faults({ [name]: "9".repeat(200) })).toEqual([name]);
      expect(faults({ [name]: "1\u00002" })).toEqual([name]);
    },
  );

  test("is refused with a field that its protocol does not have", () => {
    const names = listCredentialFields(protocol).map(({ name }) => name as string);
    const foreign = Object.keys(noCredentials).filter((name) => !names.includes(name));
    for (const name of foreign) expect(faults({ [name]: "1" })).toEqual([name]);
  });
});

test("the numbers of Garanti and PosNet have a fixed number of digits", () => {
  const garanti = credentialsSchema("garanti");
  for (const merchantId of ["721800", "72180000", "721800A", "７２１８０００"]) {
    expect(garanti.safeParse({ ...noCredentials, ...valid.garanti, merchantId }).success).toBe(false);
  }
  const posnet = credentialsSchema("posnet");
  for (const storeKey of ["1,2,3", "21,80,10,21,80,10,21,80,", "a,b,c,d,e,f,g,h"]) {
    expect(posnet.safeParse({ ...noCredentials, ...valid.posnet, storeKey }).success).toBe(false);
  }
  for (const orderPrefix of ["", "TDSC", "YKB_"]) {
    expect(posnet.safeParse({ ...noCredentials, ...valid.posnet, orderPrefix }).success).toBe(true);
  }
  expect(posnet.safeParse({ ...noCredentials, ...valid.posnet, orderPrefix: "tds" }).success).toBe(false);
});

test("the form of Garanti begins with the usual users", () => {
  expect(usualCredentials("garanti")).toMatchObject({ user: "PROVAUT", refundUser: "PROVRFN", password: "" });
});

test("of a merchant number three characters are shown", () => {
  expect([maskMerchantNumber("600218000"), maskMerchantNumber("12")]).toEqual(["•••000", "•••"]);
});

test.each([
  "http://bank.com.tr/api",
  "https://localhost/api",
  "https://10.0.0.1/api",
  "https://[::1]/api",
  "https://bank.internal/api",
  "https://bank.com.tr:8443/api",
  "https://user:secret@bank.com.tr/api",
  "https://bank/api",
  "https://2130706433/api",
  "ftp://bank.com.tr/api",
  "bank.com.tr",
  "",
])("in live mode %j is no address of a bank", (text) => {
  expect(findBankAddressProblem(text, "live")).not.toBeNull();
});

test("in live mode an address is https with a public name; the sandbox takes local ones too", () => {
  expect(findBankAddressProblem("https://vpos.bank.com.tr/Gateway/XMLGate.aspx", "live")).toBeNull();
  expect(findBankAddressProblem("http://localhost:3002/nestpay/fim/api", "sandbox")).toBeNull();
  expect(findBankAddressProblem("javascript:alert(1)", "sandbox")).not.toBeNull();
});
