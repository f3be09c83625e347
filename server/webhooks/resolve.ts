import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import type { AttemptError } from "../domain/webhooks/delivery";
import { mayConnectTo } from "./address-guard";

/** All addresses of a name, IPv4 ones first. Throws when it has none, with the code of `node:dns`. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

export interface CheckedHost {
  /** A name, or an address without the brackets that it has in a URL. */
  readonly host: string;
  readonly addresses: readonly [string, ...string[]];
}

export type Destination =
  | CheckedHost
  | { readonly error: Extract<AttemptError, "name_not_found" | "blocked_destination" | "timeout"> };

/**
 * The checked addresses behind the host of a URL (D-38): one that may not be connected to blocks all. Nothing is
 * remembered, so that a name that has changed since is checked again.
 */
export async function findDestination(
  hostname: string,
  mode: "sandbox" | "live",
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
 * Asks the DNS by c-ares: it needs no thread, so a name server that does not answer delays only who asked for its
 * names, and for 3 s at most (1 s, then 2 s).
 * @param nameServers in place of the system's, `127.0.0.1:53`
 */
export function createResolveName(mode: "sandbox" | "live", nameServers?: readonly string[]): ResolveName {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  if (nameServers) resolver.setServers(nameServers);
  const resolveName: ResolveName = async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const failed = answers.find((answer) => answer.status === "rejected");
    if (addresses.length === 0 && failed) throw failed.reason;
    return addresses;
  };
  return mode === "live" ? resolveName : alsoOfThisMachine(resolveName);
}

/** In the sandbox the names of this machine count too: `localhost`, and after the DNS the hosts file. */
const alsoOfThisMachine =
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
