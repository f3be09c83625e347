import { isIP } from "node:net";
import { isInNetworks } from "@/server/domain/web/ip-network";

/** The proxies in front, from which `X-Forwarded-For` is believed (D-8, D-317). */
export interface TrustedProxies {
  /** The number of proxies that a request passes; 0 believes no header. */
  readonly hops: number;
  /** The networks of these proxies; what another address says is not believed. */
  readonly networks: readonly string[];
}

/**
 * Returns the client's address (D-8): the socket's, or with n trusted proxies the n-th entry of X-Forwarded-For from
 * the right. A header with too few or unreadable entries was not written by these proxies, so the socket's address is
 * used. The first address on the way that lies in none of the proxies' networks is the client's, because what stands
 * before it in the header is only claimed.
 */
export const sourceIp = (
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  { hops, networks }: TrustedProxies,
): string => {
  const fromSocket = normalise(socketAddress ?? "");
  if (hops === 0 || forwardedFor === undefined) return fromSocket;
  const entries = forwardedFor.split(",").slice(-hops).reverse();
  const reported = entries.map((entry) => normalise(entry.trim()));
  if (reported.length < hops || reported.some((address) => isIP(address) === 0)) return fromSocket;
  const [client = fromSocket, ...proxies] = [fromSocket, ...reported].reverse();
  return proxies.findLast((address) => !isInNetworks(address, networks)) ?? client;
};

/** Normalises an address: `::ffff:192.0.2.1` becomes 192.0.2.1, and a zone or a port is dropped. */
const normalise = (address: string): string =>
  address
    .replace(/^\[([^\]]*)\](:\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .replace(/%.*$/, "")
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "")
    .toLowerCase();
