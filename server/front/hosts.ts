import type { IncomingMessage } from "node:http";

/**
 * Returns whether a request is for one of a listener's hosts. The Host is compared as it was sent, without case. A
 * missing or repeated Host, a trailing dot, user information and any other spelling is a foreign host (S25).
 * @param rawHeaders names and values in turn, as Node keeps them
 */
export const isForHost = (rawHeaders: readonly string[], hosts: ReadonlySet<string>): boolean => {
  const values = rawHeaders.filter((_, i) => i % 2 === 1 && isHostLine(rawHeaders, i - 1));
  return values.length === 1 && hosts.has(values[0]?.toLowerCase() ?? "");
};

/**
 * Returns whether a request names its host as HTTP demands: HTTP/1.1 in exactly one Host line, HTTP/1.0 in at most one
 * (RFC 9112, 3.2).
 */
export const hasHostLine = ({ rawHeaders, httpVersion }: Pick<IncomingMessage, "rawHeaders" | "httpVersion">) => {
  const lines = rawHeaders.filter((_, i) => i % 2 === 0 && isHostLine(rawHeaders, i)).length;
  return lines === 1 || (lines === 0 && httpVersion === "1.0");
};

/**
 * Changes a request whose target names a host (`http://api.example.com/v1/payments`) to the usual form: the target
 * becomes its path, and its host replaces the one of the Host line (RFC 9112, 3.2.2). Every later check then reads both
 * as if they had been sent so. TLS ends at the proxy, so the scheme may be either one.
 */
export const useOriginForm = (req: Pick<IncomingMessage, "url" | "rawHeaders" | "headers">): void => {
  const [, host, rest = ""] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(req.url ?? "") ?? [];
  if (host === undefined) return;
  req.url = rest.startsWith("/") ? rest : `/${rest}`;
  const line = req.rawHeaders.findIndex((_, i) => i % 2 === 0 && isHostLine(req.rawHeaders, i));
  if (line === -1) req.rawHeaders.push("Host", host);
  else req.rawHeaders[line + 1] = host;
  req.headers.host = host;
};

const isHostLine = (rawHeaders: readonly string[], at: number): boolean => rawHeaders[at]?.toLowerCase() === "host";

/** Returns the Host values of public addresses: `https://pay.example.com` → `pay.example.com`. */
export const toHosts = (...origins: string[]): ReadonlySet<string> =>
  new Set(origins.map((origin) => new URL(origin).host));
