import { expect, test } from "vitest";
import { genericReturnHash, returnHash, returnHashNames, returnHashParams, securityData } from "./hash";

test("computes SecurityData over the password and the terminal id in nine digits", () => {
  // SHA-1 of `PASS030691298`, computed with another tool.
  expect(securityData("PASS", "30691298")).toBe("A8A1A225C48306A0E4C2208D55284111C41DF3B3");
  expect(securityData("PASS", "030691298")).toBe(securityData("PASS", "30691298"));
  expect(securityData("PASS0", "30691298")).not.toBe(securityData("PASS", "30691298"));
});

test("computes a return's hash over its values in the bank's order without separators, then the store key", () => {
  const read = (name: string) => (name === "clientid" ? "1234" : name === "rnd" ? "5678" : "");
  // SHA-512 of `12345678x`, computed with another tool.
  expect(returnHash(read, "x")).toBe(
    "C62BC216AA55EE04171B541C61E24288FC5A5197E25A43010F2A73D19BD3059D" +
      "DBB9E7D4CA3920EA3C6DC7523EADD993890BD40BEEC9E7C180BAA738BC0B2610",
  );
});

test("hashparams ends with a colon and contains the ten names of the published returns", () => {
  expect(returnHashParams).toBe("clientid:oid:authcode:procreturncode:response:mdstatus:cavv:eci:md:rnd:");
  const read = (name: string) => `${name}!`;
  expect(genericReturnHash(read, returnHashParams, "key")).toBe(returnHash(read, "key"));
  expect(returnHashNames).toHaveLength(10);
});
