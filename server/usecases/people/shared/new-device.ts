import { isIPv6 } from "node:net";
import { detectBrowser } from "@/server/domain/web/user-agent";
import type { SessionOrigin } from "@/server/store/people/session-origins";

/**
 * Returns whether a person has not signed in recently from this network with this browser (D-234). Addresses of one
 * network count as one, and versions of a browser do, because both change by themselves.
 * @param known where the person's kept sessions began
 */
export const isNewDevice = (origin: SessionOrigin, known: readonly SessionOrigin[]): boolean =>
  !known.some((other) => toDevice(other) === toDevice(origin));

const toDevice = ({ sourceIp, userAgent }: SessionOrigin): string => {
  const { browser, system } = detectBrowser(userAgent);
  return [toNetwork(sourceIp), browser, system].join(" ");
};

/** The first 24 bits of an IPv4 address, the first 48 of an IPv6 address as it is written. */
const toNetwork = (address: string): string =>
  isIPv6(address) ? address.split(":").slice(0, 3).join(":") : address.split(".").slice(0, 3).join(".");
