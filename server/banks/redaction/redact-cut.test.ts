import { describe, expect, test } from "vitest";
import { Secret } from "@/server/domain/secret";
import type { BankAccount } from "../bank";
import { collectSecrets, redactBody } from "./redact";

const account: BankAccount = {
  bank: "isbank",
  merchantId: "700655000200",
  terminalNo: "1",
  user: "ISBANKAPI",
  password: new Secret("şifre&<1>"),
  storeKey: new Secret("10,10,10,10,10,10,10,10"),
  endpoints: { gate: "https://bank.test/gate", api: "https://bank.test/api" },
};
const secrets = collectSecrets(account);
const form = "application/x-www-form-urlencoded";
const show = (text: string, contentType: string) => redactBody(Buffer.from(text), contentType, secrets);

describe("shows at most the first six digits of a card number in which a message breaks off", () => {
  test.each([
    ["after a separator", "8613-3139-2939-"],
    ["after a space", "Something went wrong: 12 8613 3139 2939 "],
    ["in a form", "ErrMsg=8613313929395"],
    ["in a form, with escaped spaces", "ErrMsg=8613%203139%202939%2053"],
    ["in a form, within an escape sequence", "ErrMsg=8613%203139%202939%2"],
    ["within a reference", "<CC5Response><ErrMsg>8613&#160;3139&#160;2939&#16"],
    ["after a reference", "<CC5Response><ErrMsg>8613&#160;3139&#160;2939&#160;"],
    ["within a tag of the page", "<p>8613 3139</b> 2939</"],
    ["after a tag of the page", "<p>8613 3139 2939<b>5</b>"],
    ["in JSON", '{"message":"8613\\u00203139\\u00202939\\u0020'],
    ["in JSON, within an escape sequence", '{"message":"8613 3139 2939\\u00'],
  ])("%s", (_, text) => {
    for (const contentType of ["", "text/xml", form]) {
      const digits = show(text, contentType).replace(/[^\d*[]/g, "");
      expect(digits).not.toMatch(/8613313/);
    }
  });

  test("shows a number at the end of a complete document or complete JSON", () => {
    expect(show("<p>Support ID: 1234567890</p>", "text/html")).toBe("Support ID: 1234567890");
    expect(show('{"orderId": "1234567890"}', "application/json")).toBe("  orderId: 1234567890");
  });
});
