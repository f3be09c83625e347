/**
 * The policy of one document (D-22): nothing from elsewhere, nothing without this answer's nonce, and forms go to
 * `formAction` alone. Browsers hold form-action against every step of the way that a form takes, so the document
 * that hands over to the bank names the bank's origin and no other.
 */
export const pagePolicy = (nonce: string, formAction: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    `form-action ${formAction}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "report-uri /csp-report",
    "report-to csp",
  ].join("; ");

/** Where the forms of a page go: to us, or to the bank. */
export const formActionOf = (bankAddress: string | null): string =>
  bankAddress === null ? "'self'" : new URL(bankAddress).origin;
