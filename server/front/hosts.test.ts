import { describe, expect, test } from "vitest";
import { hasHostLine, isForHost, toHosts, useOriginForm } from "./hosts";

describe("isForHost", () => {
  const hosts = toHosts("http://localhost:3000", "https://panel.example.com");
  test.each([["localhost:3000"], ["LOCALHOST:3000"], ["panel.example.com"]])("accepts %s", (host) => {
    expect(isForHost(["Accept", "*/*", "hOsT", host], hosts)).toBe(true);
  });
  test.each([
    ["localhost"],
    ["localhost:3001"],
    ["localhost.:3000"],
    ["127.0.0.1:3000"],
    ["panel.example.com:8443"],
    ["user@panel.example.com"],
    ["panel.example.com, evil.example"],
    [" panel.example.com/"],
    [""],
  ])("refuses '%s'", (host) => {
    expect(isForHost(["Host", host], hosts)).toBe(false);
  });
  test("refuses a missing and a repeated Host, and ignores a forwarded one", () => {
    expect(isForHost(["X-Forwarded-Host", "localhost:3000"], hosts)).toBe(false);
    expect(isForHost(["Host", "localhost:3000", "Host", "localhost:3000"], hosts)).toBe(false);
  });
});

test("a request has one Host line; HTTP/1.0 may have none", () => {
  const has = (httpVersion: string, ...rawHeaders: string[]) => hasHostLine({ httpVersion, rawHeaders });
  expect([has("1.1", "hOST", "a"), has("1.0", "Host", "a"), has("1.0")]).toEqual([true, true, true]);
  expect([has("1.1"), has("1.1", "Accept", "host"), has("1.1", "Host", "a", "host", "a")]).toEqual([
    false,
    false,
    false,
  ]);
  expect(has("1.0", "Host", "a", "Host", "b")).toBe(false);
});

describe("useOriginForm", () => {
  const use = (url: string, ...rawHeaders: string[]) => {
    const req = { url, rawHeaders, headers: { host: rawHeaders[1] } };
    useOriginForm(req);
    return [req.url, req.rawHeaders, req.headers.host];
  };
  test.each([
    ["http://a:1/v1/x?y=http://b/", "/v1/x?y=http://b/"],
    ["HTTPS://a:1//v1", "//v1"],
    ["http://a:1", "/"],
    ["http://a:1?x", "/?x"],
    ["http://a:1#x", "/#x"],
  ])("splits %s", (target, path) => {
    expect(use(target, "Host", "b")).toEqual([path, ["Host", "a:1"], "a:1"]);
  });
  test("adds the Host line that HTTP/1.0 may omit", () => {
    expect(use("http://a/")).toEqual(["/", ["Host", "a"], "a"]);
  });
  test.each(["/v1/x", "//a/v1", "*", "a:443", "ftp://a/", "http:/a/v1", ""])("leaves %s", (target) => {
    expect(use(target, "Host", "b")).toEqual([target, ["Host", "b"], "b"]);
  });
});
