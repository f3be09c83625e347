const maxLength = 2048;

/** The scheme and an authority without user info and escapes, so that its end is unambiguous. */
const plainAuthority = /^https?:\/\/[^/\\?#\s@%]+(?:[/?#]|$)/i;
const backslashOrBlank = /[\\\s\p{Control}]/u;

/**
 * Reads an absolute http(s) URL that every parser understands in the same way (S24). Returns null for any other text.
 */
export function parsePlainUrl(raw: string): URL | null {
  if (raw.length > maxLength || backslashOrBlank.test(raw) || !plainAuthority.test(raw)) return null;
  const url = URL.canParse(raw) ? new URL(raw) : null;
  return url === null || url.hostname === "" || url.hostname.endsWith(".") ? null : url;
}
