import { formActionOf, pagePolicy } from "../domain/web/page-policy";

/** On every response, whoever made it (S6). */
export const headersForAll = (traceId: string): Readonly<Record<string, string>> => ({
  "X-Request-Id": traceId,
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
});

/**
 * What a page of the origin may load and do (D-22, S5). A handler that sets a policy of its own overrides it.
 * @param handoffOrigin where the panel's form for a new payment leads
 */
export const policyFor = (
  origin: "api" | "pay",
  nonce: string,
  isDevelopment: boolean,
  handoffOrigin: string,
): string => {
  if (origin === "pay" && !isDevelopment) return pagePolicy(nonce, formActionOf(null));
  const development = isDevelopment
    ? { script: " 'unsafe-eval'", connect: " ws:" }
    : { script: "", connect: "" };
  const directives = [
    origin === "pay" ? "default-src 'none'" : "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${development.script}`,
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    `connect-src 'self'${development.connect}`,
    `form-action 'self'${origin === "api" ? ` ${handoffOrigin}` : ""}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ];
  return [...directives, ...(origin === "pay" ? ["report-uri /csp-report", "report-to csp"] : [])].join("; ");
};

/** Names the group of D-22's `report-to`. */
export const reportingEndpoints = 'csp="/csp-report"';

/** The policy of an answer that is no page. */
export const policyForData = "default-src 'none'; frame-ancestors 'none'";
