import { AppError } from "@/server/domain/errors";
import type { LinkDocument, LinkPage, LinkState } from "@/server/domain/links/link-page";
import { toFormAction } from "@/server/domain/web/page-policy";
import type { Log } from "@/server/usecases/ctx";
import { errorResponse, toAppError, withoutBody } from "../http/json-answer";
import { htmlAnswer } from "../http/page-answer";
import type { LinkRequest } from "./link-request";

/** Renders a document to HTML. The route passes it in, because doors import no components. */
export type Render = (document: LinkDocument) => Promise<string>;

/** The dependencies that every door of a link needs to answer with a page. */
export interface LinkDoor {
  readonly render: Render;
  readonly log: Log;
  /** The time by the product's clock, UTC. */
  now(): Date;
}

/** Creates the answer with a page of the link. It is a document even when the request prefers JSON (D-20). */
export async function pageAnswer(
  page: LinkPage,
  status: number,
  linkRequest: LinkRequest,
  door: LinkDoor,
  headers?: Headers,
): Promise<Response> {
  const html = await door.render(toLinkDocument(page, linkRequest, door.now()));
  const formAction = toFormAction(page.kind === "bank" ? page.form.action : null);
  return htmlAnswer(html, status, linkRequest, formAction, headers);
}

/** Combines a page with the facts of the request that its document needs. */
export const toLinkDocument = (
  page: LinkPage,
  { token, language, traceId, nonce, isResult = false }: LinkRequest,
  now: Date,
): LinkDocument => ({ page, token, language, now, traceId, nonce, ...(isResult && { isResult }) });

/** Answers 409 with the page of the link's state, because the link cannot be paid in that state (D-10). */
export const linkStateAnswer = (state: LinkState, linkRequest: LinkRequest, door: LinkDoor): Promise<Response> =>
  pageAnswer(toLinkPage(state), 409, linkRequest, door);

/** Returns the page of a link's state. */
export function toLinkPage(state: LinkState): LinkPage {
  const { summary } = state;
  if (state.kind === "open") return { kind: "open", summary, entry: emptyEntry };
  if (state.kind === "amount_outside_account_limits") return { kind: "suspended", summary, reason: state.kind };
  return state;
}

/** An empty card form. */
export const emptyEntry = { offer: null, chosenCount: null, fields: {}, trouble: null } as const;

/**
 * Creates the answer to a failure: a page where the client prefers HTML, else the envelope, with the same status and
 * headers.
 */
export async function refusal(
  error: AppError,
  page: LinkPage,
  linkRequest: LinkRequest,
  door: LinkDoor,
): Promise<Response> {
  const envelope = errorResponse(error, linkRequest.traceId, linkRequest.envelopeLanguage);
  return linkRequest.wantsPage ? pageAnswer(page, envelope.status, linkRequest, door, envelope.headers) : envelope;
}

/** Converts what was thrown to an answer, which has no body for HEAD. */
export async function troubleAnswer(
  thrown: unknown,
  method: string,
  linkRequest: LinkRequest,
  door: LinkDoor,
): Promise<Response> {
  const error = toAppError(thrown, linkRequest.traceId, door.log);
  const isUnknown = error.code === "payment_link_not_found";
  const page: LinkPage = isUnknown
    ? { kind: "unknown" }
    : { kind: "trouble", summary: null, trouble: { name: error.code } };
  const answer = await refusal(error, page, linkRequest, door);
  return method === "HEAD" ? withoutBody(answer) : answer;
}

/** Creates the refusal of a token that no link has. A malformed token is answered like a missing link (S15). */
export const unknownLink = (): AppError => new AppError("payment_link_not_found");
