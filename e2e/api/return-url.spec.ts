import { expect, test } from "@playwright/test";
import { expectError } from "../support/envelope";
import { Merchant } from "../support/merchant";
import { demo, hostRestricted, sandbox } from "../support/product";

const anyHost = new Merchant(sandbox.apiUrl, demo);
const listed = new Merchant(sandbox.apiUrl, hostRestricted);

test.describe("400 for invalid or misleading addresses", () => {
  const tricks = [
    "javascript:alert(1)",
    "JavaScript://shop.example/%0aalert(1)",
    "data:text/html,x",
    "ftp://shop.example/",
    "file:///etc/passwd",
    "http:shop.example",
    "http:/shop.example",
    "https:///shop.example/",
    "https://",
    "https://shop.example@evil.example/",
    "https://user:password@shop.example/",
    "https://shop.example\\@evil.example/",
    "https:\\\\shop.example/",
    "https://shop.example\t/",
    "https://shop.example/\n",
    " https://shop.example/",
    "https://shop.example /",
    "https://shop.example/a b",
    "https://shop.example./",
    "https://shop%2eexample/",
    "https://%73hop.example/",
    "https://shop.example:99999/",
    "https://[::1/",
    "\u0000https://shop.example/",
    "https://shop.example/\u0000",
  ];
  for (const returnUrl of tricks) {
    test(`400 ${JSON.stringify(returnUrl)}`, async () => {
      for (const merchant of [anyHost, listed]) {
        const message = expectError(await merchant.create({ returnUrl }), 400, "validation_error");
        expect(message).toMatch(/^returnUrl: /);
      }
    });
  }
});

test.describe("400 for hosts that are not on the account's list", () => {
  const foreign = [
    "https://evil.example/",
    "https://evilshop.example/",
    "https://shop.example.evil.example/",
    "https://sub.shop.example/",
    "https://shops.example/",
    "https://evilshops.example/",
    "https://a.shops.example.evil.example/",
    "https://shop.exаmple/",
    "https://ｓhop.example。evil.example/",
    "https://shop.example%00.evil.example/",
    "https://evil.example/?https://shop.example/",
    "https://evil.example/#shop.example",
    "https://evil.example;shop.example/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://[::1]/",
  ];
  for (const returnUrl of foreign) {
    test(`400 ${returnUrl}`, async () => {
      expectError(await listed.create({ returnUrl }), 400, "validation_error");
    });
  }
});

test.describe("201 for hosts on the list", () => {
  const ours = [
    "https://shop.example/",
    "https://shop.example",
    "http://shop.example/",
    "HTTPS://SHOP.EXAMPLE/x",
    "https://shop.example:8443/a?b=c#d",
    "https://a.shops.example/",
    "https://a.b.shops.example/",
    "https://ｓhop.example/",
  ];
  for (const returnUrl of ours) {
    test(`201 ${returnUrl}`, async () => {
      const answer = await listed.create({ returnUrl });
      expect(answer.status, answer.text).toBe(201);
    });
  }
  test("201 for any host when the account has no list", async () => {
    expect((await anyHost.create({ returnUrl: "https://ödeme.örnek.com.tr/dönüş" })).status).toBe(201);
  });
});
