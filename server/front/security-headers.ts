import { pagePolicy, toFormAction } from "../domain/web/page-policy";
import { securityHeaders } from "../domain/web/security-headers";

/** Returns the headers of every response, also of one by the framework (S6). */
export const headersForAll = (traceId: string): Readonly<Record<string, string>> => ({
  "X-Request-Id": traceId,
  ...securityHeaders,
});

/**
 * Returns the content security policy of the origin's pages (D-22, S5). A handler that sets its own policy overrides
 * it.
 * @param handoffOrigin the target of the panel's form for a new payment
 */
export const policyFor = (
  origin: "api" | "pay",
  nonce: string,
  isDevelopment: boolean,
  handoffOrigin: string,
): string => {
  if (origin === "pay" && !isDevelopment) return pagePolicy(nonce, toFormAction(null));
  const development = isDevelopment ? { script: " 'unsafe-eval'", connect: " ws:" } : { script: "", connect: "" };
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

/** The content security policy of an answer that is no page. */
export const policyForData = "default-src 'none'; frame-ancestors 'none'";
