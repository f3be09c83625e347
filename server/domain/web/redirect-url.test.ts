import { describe, expect, test } from "vitest";
import { appendResult, checkRedirectUrl, redirectTarget } from "./redirect-url";

describe("accepts without a list of hosts", () => {
  test.each([
    "https://shop.example",
    "http://shop.example/back?order=1#top",
    "HTTPS://Shop.Example/",
    "https://shop.example:8443/a",
    "https://shop.example?x=1",
    "http://127.0.0.1:9999/done",
    "http://[::1]:3000/done",
    "https://çiçek.example/ödeme",
    "https://shop.example/@handle?mail=a@b",
    "https://shop.example/a%2Fb",
  ])("%s", (url) => expect(checkRedirectUrl(url, [])).toBeNull());
});

describe("refuses with any list of hosts", () => {
  test.each([
    "",
    "/relative",
    "//shop.example",
    "shop.example",
    "javascript:alert(1)",
    "javascript://shop.example/%0aalert(1)",
    "data:text/html,x",
    "ftp://shop.example/",
    "https:/shop.example",
    "https:shop.example",
    "https:///shop.example",
    "https://",
    "https://user@shop.example/",
    "https://user:pass@shop.example/",
    "https://@shop.example/",
    "https://:@shop.example/",
    "https://shop.example@evil.example/",
    "https://evil.example\\@shop.example/",
    "https:\\\\shop.example/",
    "https://shop.example\\evil",
    "https://shop.example/a\\b",
    "https://shop.example./",
    "https://shop.example。/",
    "https://shop%2eexample/",
    "https://shop.example%2e/",
    "https://shop.example%00.evil.example/",
    " https://shop.example/",
    "https://shop.example/ ",
    "https://shop.example/a b",
    "https://shop\t.example/",
    "https://shop.example/\u0000",
    "https://shop.example/\nx",
    "https://shop.example:99999/",
    "https://shop.example:x/",
    "https://[::1/",
    `https://shop.example/${"a".repeat(2048)}`,
  ])("%j", (url) => {
    expect(checkRedirectUrl(url, [])).toBe("url");
    expect(checkRedirectUrl(url, ["shop.example"])).toBe("url");
  });
});

describe("with a list of hosts", () => {
  const hosts = ["shop.example", "*.shops.example", "xn--iek-1lab.example"];

  test.each([
    "https://shop.example/x",
    "https://SHOP.example:444/x",
    "https://one.shops.example/",
    "https://a.b.shops.example/",
    "https://çiçek.example/",
    "https://ｓｈｏｐ.example/",
  ])("accepts %s", (url) => expect(checkRedirectUrl(url, hosts)).toBeNull());

  test.each([
    "https://shops.example/",
    "https://evilshops.example/",
    "https://sub.shop.example/",
    "https://shop.example.evil.example/",
    "https://evil.example/?https://shop.example",
    "https://evil.example/#shop.example",
    "https://shор.example/",
    "https://shop-example/",
    "https://.shops.example/",
  ])("refuses %s", (url) => expect(checkRedirectUrl(url, hosts)).toBe("url_host"));
});

test("ignores the case of an entry", () => {
  const hosts = ["Shop.Example", "*.Shops.example"];
  for (const url of ["https://shop.example/", "https://one.shops.example/"])
    expect(checkRedirectUrl(url, hosts)).toBeNull();
});

test("accepts 2048 characters and refuses one more", () => {
  const longest = "https://shop.example/".padEnd(2048, "a");
  expect(checkRedirectUrl(longest, [])).toBeNull();
  expect(checkRedirectUrl(`${longest}a`, [])).toBe("url");
});

describe("redirectTarget", () => {
  test.each([
    ["https://s.tr/a/?x=1#f", "https://s.tr/a/payment/success?x=1"],
    ["https://s.tr", "https://s.tr/payment/success"],
    ["https://s.tr/", "https://s.tr/payment/success"],
    ["https://s.tr/a//", "https://s.tr/a/payment/success"],
    ["https://s.tr?x=a%20b&x=2", "https://s.tr/payment/success?x=a%20b&x=2"],
    ["http://s.tr:8080/sepet%2F1", "http://s.tr:8080/sepet%2F1/payment/success"],
  ])("%s → %s", (base, target) => expect(redirectTarget(base, "success")).toBe(target));

  test("a failed attempt has its own address", () => {
    expect(redirectTarget("https://s.tr/a", "failure")).toBe("https://s.tr/a/payment/failure");
  });
});

describe("appendResult", () => {
  const result = { paymentCode: "pay_1", result: "pending" } as const;
  test.each([
    ["https://s.tr", "https://s.tr/?paymentCode=pay_1&result=pending"],
    ["https://s.tr/b?", "https://s.tr/b?paymentCode=pay_1&result=pending"],
    ["https://s.tr/b?o=%C3%A7&o=1+2#f", "https://s.tr/b?o=%C3%A7&o=1+2&paymentCode=pay_1&result=pending"],
    ["https://s.tr/b?result=mine", "https://s.tr/b?result=mine&paymentCode=pay_1&result=pending"],
  ])("%s → %s", (url, target) => expect(appendResult(url, result)).toBe(target));
});
