import type { AppError } from "@/server/domain/errors";
import type { BuyerDocument, BuyerPage } from "@/server/domain/payments/buyer-page";
import { toFormAction } from "@/server/domain/web/page-policy";
import { errorResponse } from "../http/json-answer";
import { htmlAnswer } from "../http/page-answer";
import type { PageRequest } from "../http/page-request";

/** Renders a document to HTML. The route passes it in, because doors import no components. */
export type Render = (document: BuyerDocument) => Promise<string>;

/** Creates the answer with a page of the payment. It is a document even when the request prefers JSON (D-20). */
export async function pageAnswer(
  page: BuyerPage,
  status: number,
  pageRequest: PageRequest,
  render: Render,
  headers: Headers = new Headers(),
): Promise<Response> {
  const { language, traceId, nonce } = pageRequest;
  const html = await render({ page, language, traceId, nonce });
  const formAction = toFormAction(page.kind === "bank" ? page.form.action : null);
  return htmlAnswer(html, status, pageRequest, formAction, headers);
}

/**
 * Creates the answer to a failure: a page where the client prefers HTML, else the envelope, with the same status and
 * headers.
 */
export async function refusal(
  error: AppError,
  page: BuyerPage,
  pageRequest: PageRequest,
  render: Render,
): Promise<Response> {
  const envelope = errorResponse(error, pageRequest.traceId, pageRequest.envelopeLanguage);
  return pageRequest.wantsPage ? pageAnswer(page, envelope.status, pageRequest, render, envelope.headers) : envelope;
}

/** The details of the refusal of other methods: these addresses take POST only. */
export const allowedMethods = { allow: ["POST"] } as const;
