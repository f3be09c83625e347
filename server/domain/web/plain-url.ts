const maxLength = 2048;

/** Scheme and a plain authority that ends where it seems to end: no userinfo, no escapes. */
const plainAuthority = /^https?:\/\/[^/\\?#\s@%]+(?:[/?#]|$)/i;
const backslashOrBlank = /[\\\s\p{Control}]/u;

/** An absolute http(s) address that no two readers can understand differently (S24), or null. */
export function parsePlainUrl(raw: string): URL | null {
  if (raw.length > maxLength || backslashOrBlank.test(raw) || !plainAuthority.test(raw)) return null;
  const url = URL.canParse(raw) ? new URL(raw) : null;
  return url === null || url.hostname === "" || url.hostname.endsWith(".") ? null : url;
}
