/**
 * Builds the content security policy of one document (D-22): it loads nothing from other origins, runs only scripts
 * with the nonce of this response, and sends forms to `formAction` only. Browsers apply form-action to every redirect
 * of a form as well, so the document that sends the buyer to the bank names the bank's origin and no other.
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

/** Returns the form-action of a page: the origin of the bank's address, or `'self'` without one. */
export const toFormAction = (bankAddress: string | null): string =>
  bankAddress === null ? "'self'" : new URL(bankAddress).origin;
