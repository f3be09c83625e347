import { expect, test } from "vitest";
import { cleanReport, findReportsMin, isBuyersPage, isFromBrowser } from "./csp-report";

const clean = (report: Partial<Parameters<typeof cleanReport>[0]>) =>
  cleanReport({ directive: "", blocked: "", document: "", ...report });

test.each([
  ["script-src-elem", "script-src-elem"],
  ["script-src 'self' https://cdn.example", "script-src"],
  ["IMG-SRC\u0000", "img-src"],
  ["", ""],
  ["script 4355088913364384", "other"],
  ["x".repeat(4096), "other"],
])("stores of the directive %j only %j", (directive, kept) => {
  expect(clean({ directive }).directive).toBe(kept);
});

test.each([
  ["https://evil.example/x.js?stolen=4355088913364384#a", "https://evil.example"],
  ["https://user:pass@evil.example:8443/x", "https://evil.example:8443"],
  ["https://4355-0889-1336-4384.evil.example/", "https://[…].evil.example"],
  ["https://NDM1NTA4ODkxMzM2NDM4NDEyMzA5MzA.evil.example/", "https://[…].evil.example"],
  ["wss://evil.example/socket", "wss://evil.example"],
  ["inline", "inline"],
  ["Eval", "eval"],
  ["data", "data:"],
  ["data:text/javascript,4355088913364384", "data:"],
  ["chrome-extension://abcdefghijklmnopabcdefghijklmnop/inject.js", "chrome-extension:"],
  ["moz-extension", "moz-extension:"],
  ["about:blank", "about:"],
  ["4355 0889 1336 4384", "other"],
  ["line\nbreak", "linebreak:"],
])("stores of what was blocked %j only %j", (blocked, kept) => {
  expect(clean({ blocked }).blocked).toBe(kept);
});

test.each([
  [`https://pay.example.com/l/${"aB3_".repeat(11)}?lang=tr`, "https://pay.example.com/l/[…]"],
  [`https://pay.example.com/l/${"a+3.".repeat(11)}`, "https://pay.example.com/l/[…]"],
  ["https://pay.example.com/handoff?pan=4355088913364384", "https://pay.example.com/handoff"],
  ["https://name:secret@pay.example.com/handoff", "https://pay.example.com/handoff"],
  ["https://pay.example.com/4355_0889_1336_4384", "https://pay.example.com/[…]"],
  ["abcdefghijklmnopqrstuvwxyz0123456789", "[…]"],
  ["about", "about"],
])("stores of the page's address %j only %j", (document, kept) => {
  expect(clean({ document }).document).toBe(kept);
});

test.each([
  ["https://pay.test/l/[…]", true],
  ["https://pay.test/handoff", true],
  ["https://pay.test/3ds/callback/[…]", true],
  ["https://pay.test/links", false],
  ["https://pay.test.evil.example/l/x", false],
  ["https://other.example/l/x", false],
  ["", false],
])("says of %s whether it is a buyer's page: %s", (document, expected) => {
  expect(isBuyersPage(document, ["https://pay.test"])).toBe(expected);
});

test.each([
  ["script-src-elem", "https://evil.example", 1],
  ["connect-src", "wss://evil.example", 1],
  ["form-action", "https://evil.example", 1],
  ["frame-src", "https://evil.example", 1],
  ["script-src-elem", "inline", 20],
  ["script-src", "data:", 20],
  ["style-src-elem", "https://fonts.example", 50],
  ["style-src-attr", "inline", null],
  ["script-src-elem", "chrome-extension:", null],
  ["script-src-elem", "about:", null],
  ["other", "https://evil.example", null],
])("alerts of %s %s from %s reports on", (directive, blocked, expected) => {
  expect(findReportsMin({ directive, blocked })).toBe(expected);
});

test("takes only schemes of browsers and extensions for harmless", () => {
  expect(["safari-web-extension:", "webkit-masked-url:"].map(isFromBrowser)).toEqual([true, true]);
  expect(["https://chrome-extension.example", "inline", "data:"].map(isFromBrowser)).toEqual([false, false, false]);
});
