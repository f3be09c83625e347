import { pagePolicy } from "@/server/domain/web/page-policy";
import type { Visit } from "./visit";

/**
 * An HTML answer of the pay origin: kept by no cache, and bound by a policy of its own (D-22, S5, S7).
 * @param formAction where its forms go, as `formActionOf` has it
 * @param headers what else the answer says, `Retry-After` for one
 */
export function htmlAnswer(
  html: string,
  status: number,
  { language, traceId, nonce }: Pick<Visit, "language" | "traceId" | "nonce">,
  formAction: string,
  headers: Headers = new Headers(),
): Response {
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", language);
  headers.set("Content-Security-Policy", pagePolicy(nonce, formAction));
  headers.set("Reporting-Endpoints", 'csp="/csp-report"');
  headers.set("Cache-Control", "no-store");
  headers.set("Referrer-Policy", "no-referrer");
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("X-Request-Id", traceId);
  return new Response(html, { status, headers });
}

/** Sends the browser on by GET, whatever it came with. */
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
