import { problem } from "../field-words";
import { checkedText } from "../fields";
import { parsePlainUrl } from "./plain-url";

// The rules for the addresses that a buyer is redirected to (D-13, D-21). `returnUrl` and `redirectUrl` have the same
// rules.

/**
 * Builds the schema of an absolute http or https address.
 * @param allowedHosts the account's list of hosts, where the form checks it; the use cases check it for every door
 */
export const redirectUrl = (allowedHosts: readonly string[] = []) =>
  checkedText((value) => {
    const found = checkRedirectUrl(value, allowedHosts);
    return found && problem(found);
  }).meta({ format: "uri", maxLength: 2048 });

/** Returns the problem of a redirect address, or null. An empty list of hosts allows every host (§4.1.2). */
export function checkRedirectUrl(raw: string, allowedHosts: readonly string[]): "url" | "url_host" | null {
  const url = parsePlainUrl(raw);
  if (url === null) return "url";
  return allowedHosts.length === 0 || isAllowed(url.hostname, allowedHosts) ? null : "url_host";
}

/**
 * Builds the address to which a link's buyer is sent: `https://s.tr/a/?x=1#f` → `https://s.tr/a/payment/success?x=1`
 * (D-13).
 */
export function redirectTarget(base: string, result: "success" | "failure"): string {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/payment/${result}`;
  url.hash = "";
  return url.href;
}

/**
 * The result in the address that the buyer's browser carries. It is not final: the merchant has to query the payment.
 */
export interface AdvisoryResult {
  readonly paymentCode: string;
  readonly result: "success" | "failure" | "pending";
}

/** Appends the result to a returnUrl. Its query is kept, and its fragment is dropped (D-21). */
export function appendResult(returnUrl: string, { paymentCode, result }: AdvisoryResult): string {
  const url = new URL(returnUrl);
  const added = new URLSearchParams({ paymentCode, result }).toString();
  url.search = url.search === "" ? added : `${url.search}&${added}`;
  url.hash = "";
  return url.href;
}

/**
 * Returns whether a host is in the list, or below an entry `*.x`. Hosts are compared as lower-case ASCII, without the
 * port.
 */
function isAllowed(hostname: string, allowedHosts: readonly string[]): boolean {
  return allowedHosts.some((entry) => {
    const allowed = entry.toLowerCase();
    if (!allowed.startsWith("*.")) return hostname === allowed;
    const suffix = allowed.slice(1);
    return hostname.length > suffix.length && hostname.endsWith(suffix);
  });
}
