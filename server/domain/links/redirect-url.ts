import { parsePlainUrl } from "../web/plain-url";

/** Where a buyer may be sent (D-13, D-21): the same rules for `returnUrl` and `redirectUrl`. */

/** What is wrong with a redirect address, or null. An empty list of hosts allows every host (§4.1.2). */
export function checkRedirectUrl(raw: string, allowedHosts: readonly string[]): "url" | "url_host" | null {
  const url = parsePlainUrl(raw);
  if (url === null) return "url";
  return allowedHosts.length === 0 || isAllowed(url.hostname, allowedHosts) ? null : "url_host";
}

/** `https://s.tr/a/?x=1#f` → `https://s.tr/a/payment/success?x=1`: where a link's buyer goes (D-13). */
export function redirectTarget(base: string, result: "success" | "failure"): string {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/payment/${result}`;
  url.hash = "";
  return url.href;
}

export interface AdvisoryResult {
  readonly paymentCode: string;
  readonly result: "success" | "failure" | "pending";
}

/** The returnUrl with the result appended; its own query is kept, its fragment dropped (D-21). */
export function withResult(returnUrl: string, { paymentCode, result }: AdvisoryResult): string {
  const url = new URL(returnUrl);
  const added = new URLSearchParams({ paymentCode, result }).toString();
  url.search = url.search === "" ? added : `${url.search}&${added}`;
  url.hash = "";
  return url.href;
}

/** Exact host, or any host under an entry `*.x`. Hosts compare as lower-case ASCII; ports do not count. */
function isAllowed(hostname: string, allowedHosts: readonly string[]): boolean {
  return allowedHosts.some((entry) => {
    const allowed = entry.toLowerCase();
    if (!allowed.startsWith("*.")) return hostname === allowed;
    const suffix = allowed.slice(1);
    return hostname.length > suffix.length && hostname.endsWith(suffix);
  });
}
