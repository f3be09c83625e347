import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { DeliveryAttemptError } from "../domain/webhooks/delivery";

/** Returns all addresses of a name, IPv4 first. Throws an error with a `node:dns` code when there is none. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

export interface CheckedHost {
  /** A host name, or an IP address without the brackets of a URL. */
  readonly host: string;
  readonly addresses: readonly [string, ...string[]];
}

export type Destination =
  | CheckedHost
  | { readonly error: Extract<DeliveryAttemptError, "name_not_found" | "blocked_destination" | "timeout"> };

/**
 * The rules of which addresses may be connected to: those of the mode for addresses of merchants, and none for an
 * address that the operator has configured, which may lie in a private network (D-363).
 */
export type DestinationRules = "sandbox" | "live" | "trusted";

/**
 * Resolves the host of a URL and checks its addresses (D-38): one forbidden address blocks the destination. Nothing is
 * cached, so a name whose addresses have changed is checked again.
 */
export async function findDestination(
  hostname: string,
  mode: DestinationRules,
  resolveName: ResolveName,
): Promise<Destination> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  try {
    const [first, ...others] = isIP(host) === 0 ? await resolveName(host) : [host];
    if (first === undefined) return { error: "name_not_found" };
    const addresses = [first, ...others] as const;
    const isAllowed = addresses.every((address) => mayConnectTo(address, mode));
    return isAllowed ? { host, addresses } : { error: "blocked_destination" };
  } catch (error) {
    return { error: isCode(error, "ETIMEOUT") ? "timeout" : "name_not_found" };
  }
}

/**
 * Creates a resolver that uses c-ares. It needs no thread of the pool, so a name server that does not answer delays
 * only the requests for its own names, by 3 s at most (1 s, then 2 s).
 * @param nameServers replace the system's name servers, for example `127.0.0.1:53`
 */
export function createResolveName(mode: DestinationRules, nameServers?: readonly string[]): ResolveName {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  if (nameServers) resolver.setServers(nameServers);
  const resolveName: ResolveName = async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const failed = answers.find((answer) => answer.status === "rejected");
    if (addresses.length === 0 && failed) throw failed.reason;
    return addresses;
  };
  return mode === "live" ? resolveName : withLocalNames(resolveName);
}

/** Adds the names of this machine for the sandbox: `localhost` first, and the hosts file after the DNS. */
const withLocalNames =
  (resolveName: ResolveName): ResolveName =>
  async (name) => {
    if (/(?:^|\.)localhost$/.test(name)) return ["127.0.0.1", "::1"];
    try {
      return await resolveName(name);
    } catch {
      const found = await lookup(name, { all: true, order: "ipv4first" });
      return found.map(({ address }) => address);
    }
  };

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

/** Public addresses that a cloud platform answers inside of its own network: 168.63.129.16 is Azure's (D-318). */
const innerAddresses = new Set(["168.63.129.16"]);

const globalIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether a webhook may be sent to this address (D-38): only globally reachable unicast addresses are allowed. An IPv6
 * address that wraps an IPv4 address (mapped, 6to4, NAT64, Teredo) is always refused. The sandbox also allows loopback.
 * An address of the operator is not checked.
 */
export function mayConnectTo(address: string, mode: DestinationRules): boolean {
  if (mode === "trusted") return true;
  if (isIP(address) === 0 || address.includes("%")) return false;
  if (innerAddresses.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() === "loopback") return mode === "sandbox";
  return parsed.range() === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(globalIpv6));
}
