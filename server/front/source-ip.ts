import { isIP } from "node:net";

/**
 * Returns the client's address (D-8): the socket's, or with n trusted proxies the n-th entry of X-Forwarded-For from
 * the right. A header with too few or unreadable entries was not written by these proxies, so the socket's address is
 * used.
 */
export const sourceIp = (
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxyHops: number,
): string => {
  const fromSocket = normalise(socketAddress ?? "");
  if (trustedProxyHops === 0 || forwardedFor === undefined) return fromSocket;
  const reported = normalise(forwardedFor.split(",").at(-trustedProxyHops)?.trim() ?? "");
  return isIP(reported) === 0 ? fromSocket : reported;
};

/** Normalises an address: `::ffff:192.0.2.1` becomes 192.0.2.1, and a zone or a port is dropped. */
const normalise = (address: string): string =>
  address
    .replace(/^\[([^\]]*)\](:\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .replace(/%.*$/, "")
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "")
    .toLowerCase();
