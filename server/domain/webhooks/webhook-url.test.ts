import { describe, expect, test } from "vitest";
import { findWebhookUrlProblem } from "./webhook-url";

describe("accepts in both modes", () => {
  test.each([
    "https://shop.example",
    "https://shop.example/hooks/vezne?shop=1",
    "HTTPS://Shop.Example:443/",
    "https://shop.example:80/",
    "https://shop.example:8443/a",
    "https://çiçek.example/ödeme",
    "https://1.2.3.4.example/",
    "https://localhost.example/",
    "https://my.localx/x",
    `https://shop.example/${"a".repeat(2048 - "https://shop.example/".length)}`,
  ])("%s", (url) => {
    expect(findWebhookUrlProblem(url, "live")).toBeNull();
    expect(findWebhookUrlProblem(url, "sandbox")).toBeNull();
  });
});

describe("accepts in the sandbox only", () => {
  test.each([
    ["http://shop.example/", "scheme"],
    ["http://127.0.0.1:9999/hook", "scheme"],
    ["http://localhost:9999/hook", "scheme"],
    ["http://shop.example:8443/", "scheme"],
    ["https://shop.example:1025/", "port"],
    ["https://shop.example:65535/", "port"],
    ["https://93.184.216.34/", "ip_literal"],
    ["https://2130706433/", "ip_literal"],
    ["https://0x7f.1/", "ip_literal"],
    ["https://0177.0.0.1/", "ip_literal"],
    ["https://127.1/", "ip_literal"],
    ["https://１２７.0.0.1/", "ip_literal"],
    ["https://169.254.169.254/", "ip_literal"],
    ["https://[::1]/", "ip_literal"],
    ["https://[::ffff:127.0.0.1]/", "ip_literal"],
    ["https://[2606:4700::1111]/", "ip_literal"],
    ["https://localhost/", "host"],
    ["https://LOCALHOST/", "host"],
    ["https://intranet/", "host"],
    ["https://printer.local/", "host"],
    ["https://db.svc.internal/", "host"],
    ["https://shop.localhost/", "host"],
    ["https://metadata.google.internal/", "host"],
  ])("%s, which live mode refuses as %s", (url, problem) => {
    expect(findWebhookUrlProblem(url, "live")).toBe(problem);
    expect(findWebhookUrlProblem(url, "sandbox")).toBeNull();
  });
});

describe("refuses in both modes", () => {
  test.each([
    ["port", "https://shop.example:22/"],
    ["port", "https://shop.example:81/"],
    ["port", "https://shop.example:1024/"],
    ["port", "https://shop.example:0/"],
    ["malformed", ""],
    ["malformed", "#"],
    ["malformed", "/hook"],
    ["malformed", "//shop.example/hook"],
    ["malformed", "shop.example/hook"],
    ["malformed", "ftp://shop.example/"],
    ["malformed", "javascript:alert(1)"],
    ["malformed", "file:///etc/passwd"],
    ["malformed", "https:shop.example"],
    ["malformed", "https:///shop.example"],
    ["malformed", "https://"],
    ["malformed", "https://#shop.example"],
    ["malformed", "https://user@shop.example/"],
    ["malformed", "https://user:pass@shop.example/"],
    ["malformed", "https://shop.example@127.0.0.1/"],
    ["malformed", "https://@shop.example/"],
    ["malformed", "https://shop.example\\@evil.example/"],
    ["malformed", "https:\\\\shop.example/"],
    ["malformed", "https://shop.example./"],
    ["malformed", "https://shop.example。/"],
    ["malformed", "https://shop%2eexample/"],
    ["malformed", "https://shop.example%00.evil.example/"],
    ["malformed", " https://shop.example/"],
    ["malformed", "https://shop.example/ "],
    ["malformed", "https://shop.example/a b"],
    ["malformed", "https://shop\t.example/"],
    ["malformed", "https://shop.example/\r\nX-A: b"],
    ["malformed", "https://shop.example/\u0000"],
    ["malformed", "https://shop.example/\u0085"],
    ["malformed", "https://shop.example:99999/"],
    ["malformed", "https://shop.example:x/"],
    ["malformed", "https://[::1/"],
    ["malformed", "https://256.256.256.256/"],
    ["malformed", `https://shop.example/${"a".repeat(2048)}`],
  ])("%s: %j", (problem, url) => {
    expect(findWebhookUrlProblem(url, "live")).toBe(problem);
    expect(findWebhookUrlProblem(url, "sandbox")).toBe(problem);
  });
});

test("recognises an IP literal that ends with a dot", () => {
  expect(findWebhookUrlProblem("https://127.0.0.1./", "live")).toBe("ip_literal");
});
