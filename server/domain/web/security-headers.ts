/** The headers of every response, in addition to the trace id (S6). */
export const securityHeaders = {
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  // Passkeys are asked for by our own pages only, in no frame of another site.
  "Permissions-Policy": "publickey-credentials-get=(self), publickey-credentials-create=(self)",
} as const;

/** The endpoint of the group that `report-to` of the policy names (D-22). */
export const reportingEndpoints = 'csp="/csp-report"';
