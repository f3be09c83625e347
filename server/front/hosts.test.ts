import { describe, expect, test } from "vitest";
import { isForHost, toHosts } from "./hosts";

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
