import type { IncomingMessage } from "node:http";

/**
 * Returns whether a proxy may send a request again whose process ended without an answer: the contract answers it
 * equally when it comes twice, and it asks no bank (D-335). deploy/haproxy/haproxy.cfg has the same rule.
 */
export function isRepeatable({
  method,
  url = "",
  headers,
}: Pick<IncomingMessage, "method" | "url" | "headers">): boolean {
  const [path = ""] = url.split("?");
  if (method === "GET" || method === "HEAD") return path.startsWith("/v1/");
  if (method !== "POST") return false;
  return path === "/v1/payments" || (path === "/v1/payment-links" && headers["idempotency-key"] !== undefined);
}
