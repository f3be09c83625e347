/**
 * Returns whether a request is for one of a listener's hosts. The Host is compared as it was sent, without case. A
 * missing or repeated Host, a trailing dot, user information and any other spelling is a foreign host (S25).
 * @param rawHeaders names and values in turn, as Node keeps them
 */
export const isForHost = (rawHeaders: readonly string[], hosts: ReadonlySet<string>): boolean => {
  const values = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === "host");
  return values.length === 1 && hosts.has(values[0]?.toLowerCase() ?? "");
};

/** Returns the Host values of public addresses: `https://pay.example.com` → `pay.example.com`. */
export const toHosts = (...origins: string[]): ReadonlySet<string> =>
  new Set(origins.map((origin) => new URL(origin).host));
