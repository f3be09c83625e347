import { describe, expect, test } from "vitest";
import { isInNetworks, isIpNetwork } from "./ip-network";

test.each([
  "203.0.113.7",
  "203.0.113.0/24",
  "0.0.0.0/0",
  "2001:db8::/48",
  "2001:DB8::1",
  "::1",
  "::/0",
  "::ffff:192.0.2.1",
  "1:2:3:4:5:6:7:8",
])("%s is a network", (text) => {
  expect(isIpNetwork(text)).toBe(true);
});

test.each([
  "",
  "shop.example",
  "203.0.113",
  "203.0.113.256",
  "203.0.113.07",
  "203.0.113.0/33",
  "203.0.113.0/",
  "203.0.113.0/24/8",
  "203.0.113.0/+8",
  "2001:db8::/129",
  "1:2:3:4:5:6:7",
  "1:2:3:4:5:6:7::8:9",
  "1::2::3",
  "g::1",
  "::ffff:192.0.2.1/96",
  " 203.0.113.7",
])("%j is no network", (text) => {
  expect(isIpNetwork(text)).toBe(false);
});

describe("an address", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["203.0.113.7", "203.0.113.0/24"],
    ["203.0.113.7", "203.0.113.99/24"],
    ["203.0.113.127", "203.0.113.0/25"],
    ["::ffff:203.0.113.7", "203.0.113.0/24"],
    ["203.0.113.7", "::ffff:203.0.113.7"],
    ["2001:db8:0:1::5", "2001:db8::/48"],
    ["2001:0DB8:0000::1", "2001:db8::1"],
    ["8.8.8.8", "0.0.0.0/0"],
  ])("%s is in %s", (address, network) => {
    expect(isInNetworks(address, ["192.0.2.0/24", network])).toBe(true);
  });

  test.each([
    ["203.0.113.128", "203.0.113.0/25"],
    ["203.0.114.7", "203.0.113.0/24"],
    ["2001:db8:1::5", "2001:db8::/48"],
    ["::1", "0.0.0.0/0"],
    ["127.0.0.1", "::/0"],
    ["unknown", "0.0.0.0/0"],
    ["", "::/0"],
  ])("%s is not in %s", (address, network) => {
    expect(isInNetworks(address, ["192.0.2.0/24", network])).toBe(false);
  });

  test("is in no network of an empty list", () => {
    expect(isInNetworks("203.0.113.7", [])).toBe(false);
  });
});
