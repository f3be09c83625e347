import { expect, test } from "vitest";
import { ipGroup } from "./ip-group";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["unknown", "unknown"],
])("counts %s by itself", (address, group) => expect(ipGroup(address)).toBe(group));

test.each([
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
  ["1:2:3:4:5:6:7:8", "1:2:3:4::/64"],
])("counts %s with its /64", (address, group) => expect(ipGroup(address)).toBe(group));

test("two addresses of one /64 share a budget, two networks do not", () => {
  expect(ipGroup("2001:db8::a:1")).toBe(ipGroup("2001:db8:0:0:b::"));
  expect(ipGroup("2001:db8:0:1::1")).not.toBe(ipGroup("2001:db8:0:2::1"));
});
