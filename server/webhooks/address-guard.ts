import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

const globalIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether a webhook may be sent to this address (D-38): only globally reachable unicast addresses are allowed. An IPv6
 * address that wraps an IPv4 address (mapped, 6to4, NAT64, Teredo) is always refused. The sandbox also allows loopback.
 */
export function mayConnectTo(address: string, mode: "sandbox" | "live"): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() === "loopback") return mode === "sandbox";
  return parsed.range() === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(globalIpv6));
}
