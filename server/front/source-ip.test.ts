import { describe, expect, test } from "vitest";
import { sourceIp } from "./source-ip";

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
    expect(sourceIp(socket, forwarded, { hops, networks: ["0.0.0.0/0", "::/0"] })).toBe(expected);
  });

  test.each([
    ["a proxy of the list", "10.0.0.1", "203.0.113.9", 1, "203.0.113.9"],
    ["a client that reaches the port without the proxy", "192.0.2.66", "203.0.113.9", 1, "192.0.2.66"],
    ["two proxies of the list", "10.0.0.1", "203.0.113.9, 10.0.0.2", 2, "203.0.113.9"],
    ["a client that passes the first of two proxies by", "10.0.0.1", "203.0.113.9, 192.0.2.66", 2, "192.0.2.66"],
    ["a proxy of the list over IPv6", "fd00::1", "2001:db8::5", 1, "2001:db8::5"],
    ["a proxy whose address is written as IPv6", "::ffff:10.0.0.1", "203.0.113.9", 1, "203.0.113.9"],
  ])("with networks, %s: socket %s, X-Forwarded-For %s, %i hops: %s", (_, socket, forwarded, hops, expected) => {
    expect(sourceIp(socket, forwarded, { hops, networks: ["10.0.0.0/8", "fd00::/8"] })).toBe(expected);
  });
});
