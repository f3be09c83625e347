import { describe, expect, test } from "vitest";
import { hostsOf, isForHost } from "./hosts";
import { policyFor } from "./security-headers";
import { sourceIp } from "./source-ip";

describe("isForHost", () => {
  const hosts = hostsOf("http://localhost:3000", "https://panel.example.com");
  test.each([["localhost:3000"], ["LOCALHOST:3000"], ["panel.example.com"]])("%s is ours", (host) => {
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
  ])("'%s' is somebody else's", (host) => {
    expect(isForHost(["Host", host], hosts)).toBe(false);
  });
  test("a missing and a repeated Host are refused, a forwarded one means nothing", () => {
    expect(isForHost(["X-Forwarded-Host", "localhost:3000"], hosts)).toBe(false);
    expect(isForHost(["Host", "localhost:3000", "Host", "localhost:3000"], hosts)).toBe(false);
  });
});

describe("sourceIp", () => {
  test.each([
    ["::ffff:192.0.2.1", undefined, 0, "192.0.2.1"],
    ["::1", undefined, 0, "::1"],
    ["fe80::1%eth0", undefined, 0, "fe80::1"],
    ["10.0.0.1", "198.51.100.7", 0, "10.0.0.1"],
    ["10.0.0.1", "203.0.113.9, 198.51.100.7", 1, "198.51.100.7"],
    ["10.0.0.1", "203.0.113.9, 198.51.100.7", 2, "203.0.113.9"],
    ["10.0.0.1", "6.6.6.6, 203.0.113.9, 198.51.100.7", 2, "203.0.113.9"],
    ["10.0.0.1", "198.51.100.7", 2, "10.0.0.1"],
    ["10.0.0.1", "nonsense", 1, "10.0.0.1"],
    ["10.0.0.1", "", 1, "10.0.0.1"],
    ["10.0.0.1", "[2001:DB8::5]:443", 1, "2001:db8::5"],
    ["10.0.0.1", "198.51.100.7:5555", 1, "198.51.100.7"],
    ["10.0.0.1", undefined, 1, "10.0.0.1"],
  ])("socket %s, X-Forwarded-For %s, %i hops: %s", (socket, forwarded, hops, expected) => {
    expect(sourceIp(socket, forwarded, hops)).toBe(expected);
  });
});

test("the pay origin's policy allows one nonce and nothing inline", () => {
  const policy = policyFor("pay", "abc", false, "https://secure.test");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'nonce-abc' 'strict-dynamic'");
  expect(policy).toContain("report-uri /csp-report; report-to csp");
  expect(policy + policyFor("api", "abc", false, "https://secure.test")).not.toMatch(/unsafe|\*|http:/);
});
