import type { AppError } from "@/server/domain/errors";
import type { BuyerDocument, BuyerPage } from "@/server/domain/payments/buyer-page";
import { formActionOf } from "@/server/domain/web/page-policy";
import { errorResponse } from "../http/http";
import { htmlAnswer } from "../http/page-answer";
import type { Visit } from "../http/visit";

/** Makes a document's HTML; the route gives it, since doors know no components. */
export type Render = (document: BuyerDocument) => Promise<string>;

/** A page that says what to do next: always a document, whatever the request prefers (D-20). */
export async function pageAnswer(
  page: BuyerPage,
  status: number,
  visit: Visit,
  render: Render,
  headers: Headers = new Headers(),
): Promise<Response> {
  const { language, traceId, nonce } = visit;
  const html = await render({ page, language, traceId, nonce });
  const formAction = formActionOf(page.kind === "bank" ? page.form.action : null);
  return htmlAnswer(html, status, visit, formAction, headers);
}

/** A failure: the page where pages are liked, else the envelope; with the same status and headers either way. */
export async function refusal(
  error: AppError,
  page: BuyerPage,
  visit: Visit,
  render: Render,
): Promise<Response> {
  const envelope = errorResponse(error, visit.traceId, visit.envelopeLanguage);
  return visit.wantsPage ? pageAnswer(page, envelope.status, visit, render, envelope.headers) : envelope;
}

/** Only POST has a meaning at these addresses; the code of another method's refusal. */
export const allowedMethods = { allow: ["POST"] } as const;
