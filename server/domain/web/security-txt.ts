/** What `security.txt` says (D-319). */
export interface SecurityContact {
  /** An address with the scheme `mailto` or `https`. */
  readonly contact: string;
  /** The public origins of the product, each of which serves the file. */
  readonly origins: readonly string[];
}

/** How many months ahead the file ends: RFC 9116 advises less than a year. */
const validMonths = 6;

/**
 * Writes `security.txt` (RFC 9116). It ends at the first instant of a month, UTC, so that its content changes once a
 * month and not with every request.
 */
export function writeSecurityTxt({ contact, origins }: SecurityContact, now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + validMonths, 1));
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: tr, en",
    ...[...new Set(origins)].map((origin) => `Canonical: ${origin}/.well-known/security.txt`),
  ];
  return `${lines.join("\n")}\n`;
}
