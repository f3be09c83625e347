import { isIP } from "node:net";

/**
 * The client's address (D-8): the socket's, or with n trusted proxies the n-th entry from the right of
 * X-Forwarded-For. A header with too few or unreadable entries was not written by those proxies, so the socket counts.
 */
export const sourceIp = (
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxyHops: number,
): string => {
  const fromSocket = plain(socketAddress ?? "");
  if (trustedProxyHops === 0 || forwardedFor === undefined) return fromSocket;
  const reported = plain(forwardedFor.split(",").at(-trustedProxyHops)?.trim() ?? "");
  return isIP(reported) === 0 ? fromSocket : reported;
};

/** `::ffff:192.0.2.1` is 192.0.2.1; a zone or a port beside the address is dropped. */
const plain = (address: string): string =>
  address
    .replace(/^\[([^\]]*)\](:\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .replace(/%.*$/, "")
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "")
    .toLowerCase();
