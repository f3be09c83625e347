import { pagePolicy } from "@/server/domain/web/page-policy";
import { reportingEndpoints } from "@/server/domain/web/security-headers";
import type { PageRequest } from "./page-request";

/**
 * Creates an HTML answer of the pay origin. No cache may keep it, and it has its own content security policy (D-22, S5,
 * S7).
 * @param formAction the `form-action` directive, as `toFormAction` returns it
 * @param headers further headers, for example `Retry-After`
 */
export function htmlAnswer(
  html: string,
  status: number,
  { language, traceId, nonce }: Pick<PageRequest, "language" | "traceId" | "nonce">,
  formAction: string,
  headers: Headers = new Headers(),
): Response {
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", language);
  headers.set("Content-Security-Policy", pagePolicy(nonce, formAction));
  headers.set("Reporting-Endpoints", reportingEndpoints);
  headers.set("Cache-Control", "no-store");
  headers.set("Referrer-Policy", "no-referrer");
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("X-Request-Id", traceId);
  return new Response(html, { status, headers });
}

/** Redirects by 303, after which the browser uses GET. */
export const seeOther = (url: string, traceId: string): Response =>
  new Response(null, {
    status: 303,
    headers: {
      Location: url,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Request-Id": traceId,
    },
  });
