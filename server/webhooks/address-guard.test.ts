import { describe, expect, test } from "vitest";
import { mayConnectTo } from "./resolve";

const verdicts = (address: string) => [mayConnectTo(address, "live"), mayConnectTo(address, "sandbox")];

describe("allowed in both modes", () => {
  test.each([
    "1.1.1.1",
    "9.255.255.255",
    "11.0.0.0",
    "93.184.216.34",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.0.1.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2001:200::1",
    "2001:4860:4860::8888",
    "2606:4700:4700::1111",
    "2a00:1450:4017:80c::200e",
    "2003::1",
    "3ffe::1",
  ])("%s", (address) => expect(verdicts(address)).toEqual([true, true]));
});

describe("allowed in the sandbox only", () => {
  test.each(["127.0.0.1", "127.0.0.0", "127.255.255.255", "127.1.2.3", "::1", "0:0:0:0:0:0:0:1"])("%s", (address) =>
    expect(verdicts(address)).toEqual([false, true]),
  );
});

describe("refused in both modes", () => {
  test.each([
    ["this network", ["0.0.0.0", "0.0.0.1", "0.255.255.255"]],
    ["private", ["10.0.0.0", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.255.255"]],
    ["carrier-grade NAT", ["100.64.0.0", "100.100.100.200", "100.127.255.255"]],
    ["a cloud platform's inner address", ["168.63.129.16"]],
    ["link-local and metadata", ["169.254.0.1", "169.254.169.254", "169.254.170.2", "169.254.255.255"]],
    ["protocol assignments", ["192.0.0.1", "192.0.0.8", "192.0.0.170", "192.0.0.192", "192.0.0.255"]],
    ["documentation", ["192.0.2.1", "198.51.100.1", "203.0.113.255"]],
    ["6to4 relays", ["192.88.99.1"]],
    ["benchmarking", ["198.18.0.0", "198.19.255.255"]],
    ["multicast", ["224.0.0.1", "239.255.255.255"]],
    ["reserved and broadcast", ["240.0.0.0", "255.255.255.254", "255.255.255.255"]],
    ["unspecified IPv6", ["::", "0:0:0:0:0:0:0:0"]],
    ["IPv4-compatible", ["::127.0.0.1", "::1.1.1.1", "::2"]],
    ["IPv4-mapped", ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:1.1.1.1", "::ffff:169.254.169.254"]],
    ["IPv4-translated", ["::ffff:0:127.0.0.1", "::ffff:0:1.1.1.1"]],
    ["NAT64", ["64:ff9b::7f00:1", "64:ff9b::8.8.8.8", "64:ff9b:1::1"]],
    ["discard", ["100::1", "100:0:0:1::1"]],
    ["Teredo", ["2001::1", "2001:0:7f00:1::"]],
    ["protocol assignments of IPv6", ["2001:1::1", "2001:2::1", "2001:3::1", "2001:4:112::1", "2001:1ff::1"]],
    ["ORCHID", ["2001:10::1", "2001:20::1", "2001:2f::1"]],
    ["documentation of IPv6", ["2001:db8::1", "3fff::1", "3fff:fff::1"]],
    ["6to4", ["2002::1", "2002:7f00:1::", "2002:a9fe:a9fe::1"]],
    ["segment routing", ["5f00::1"]],
    ["unallocated", ["1fff::1", "4000::1", "8000::1", "e000::1"]],
    ["unique local", ["fc00::1", "fd00::1", "fd00:ec2::254", "fdff::1"]],
    ["link-local of IPv6", ["fe80::1", "febf::1"]],
    ["site-local", ["fec0::1", "feff::1"]],
    ["multicast of IPv6", ["ff02::1", "ff0e::1"]],
    ["with a zone", ["fe80::1%eth0", "::1%lo", "2606:4700:4700::1111%eth0"]],
    [
      "not an address in canonical notation",
      [
        "",
        "localhost",
        "2130706433",
        "0x7f.1",
        "127.1",
        "0177.0.0.1",
        "1.1.1",
        "1.1.1.1.",
        " 1.1.1.1",
        "[::1]",
        "1.1.1.1:80",
        "::1/128",
      ],
    ],
  ])("%s: %j", (_, addresses) => {
    for (const address of addresses) expect([address, ...verdicts(address)]).toEqual([address, false, false]);
  });
});
