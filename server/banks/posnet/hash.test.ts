import { expect, test } from "vitest";
import { chargeMac, chargePlaintext, firstHash, requestMac, requestPlaintext, resolveMac } from "./hash";

const account = { mid: "6797752273", tid: "67537267", encKey: "10,10,10,10,10,10,10,10" };
const order = { xid: "12345678901234567890", amount: "10000", currency: "TL" };

test("joins the parts of each mac in order, with an empty text for a missing key", () => {
  const first = firstHash(account);
  expect(requestPlaintext(order, account)).toBe(`12345678901234567890;10000;TL;6797752273;${first}`);
  expect(chargePlaintext("", order, account)).toBe(`;12345678901234567890;10000;TL;6797752273;${first}`);
  expect(chargePlaintext("0311", order, account)).toMatch(/^0311;12345678901234567890;/);
});

test("computes the macs of real answers: a return with status 9 and a refused charge", () => {
  expect(resolveMac("9", order, account)).toBe("u08ENxSy/9Bi04MJ2IgbUWfg/LalRlGXjcLl7X0b+dg=");
  expect(chargeMac("", order, account)).toBe("JGiC2uzp8MCNxuyr6G7gLsomQ7uvV7R3CMihYnQZ4Bo=");
});

test("changes the mac with every part, including the terminal and the key", () => {
  const macs = [
    requestMac(order, account),
    resolveMac("1", order, account),
    resolveMac("", order, account),
    requestMac({ ...order, xid: "12345678901234567891" }, account),
    requestMac({ ...order, amount: "10001" }, account),
    requestMac({ ...order, currency: "US" }, account),
    requestMac(order, { ...account, mid: "6797752274" }),
    requestMac(order, { ...account, tid: "67537268" }),
    requestMac(order, { ...account, encKey: "10,10,10,10,10,10,10,11" }),
  ];
  expect(new Set(macs).size).toBe(macs.length);
  for (const mac of macs) expect(mac).toMatch(/^[A-Za-z0-9+/]{43}=$/);
});
