import { AppError } from "@/server/domain/errors";
import type { LinkDocument, LinkPage, LinkScene } from "@/server/domain/links/link-page";
import { formActionOf } from "@/server/domain/web/page-policy";
import type { Log } from "@/server/usecases/ctx";
import { errorResponse, toAppError, withoutBody } from "../http/http";
import { htmlAnswer } from "../http/page-answer";
import type { Visit } from "../http/visit";

/** Makes a document's HTML; the route gives it, since doors know no components. */
export type Render = (document: LinkDocument) => Promise<string>;

/** What every door of a link needs to answer with a page. */
export interface LinkDoor {
  readonly render: Render;
  readonly log: Log;
  /** UTC, by the product's clock. */
  now(): Date;
}

/** Who comes to which link. */
export interface LinkVisit extends Visit {
  readonly token: string;
  /** Whether it is where the bank leads back to. */
  readonly isResult?: boolean;
}

/** A page that says what to do next: always a document, whatever the request prefers (D-20). */
export async function pageAnswer(
  page: LinkPage,
  status: number,
  visit: LinkVisit,
  door: LinkDoor,
  headers?: Headers,
): Promise<Response> {
  const html = await door.render(documentOf(page, visit, door.now()));
  const formAction = formActionOf(page.kind === "bank" ? page.form.action : null);
  return htmlAnswer(html, status, visit, formAction, headers);
}

/** A page with what its document needs of the visit. */
export const documentOf = (
  page: LinkPage,
  { token, language, traceId, nonce, isResult = false }: LinkVisit,
  now: Date,
): LinkDocument => ({ page, token, language, now, traceId, nonce, ...(isResult && { isResult }) });

/** The link is not to be paid as it stands: its page, as a conflict with what was asked (D-10). */
export const sceneAnswer = (scene: LinkScene, visit: LinkVisit, door: LinkDoor): Promise<Response> =>
  pageAnswer(pageOf(scene), 409, visit, door);

/** The page of where a link stands. */
export const pageOf = (scene: LinkScene): LinkPage =>
  scene.kind === "open" ? { kind: "open", face: scene.face, entry: emptyEntry } : scene;

/** A card form that nothing was entered in yet. */
export const emptyEntry = { offer: null, chosenCount: null, fields: {}, trouble: null } as const;

/** A failure: the page where pages are liked, else the envelope; with the same status and headers either way. */
export async function refusal(
  error: AppError,
  page: LinkPage,
  visit: LinkVisit,
  door: LinkDoor,
): Promise<Response> {
  const envelope = errorResponse(error, visit.traceId, visit.envelopeLanguage);
  return visit.wantsPage ? pageAnswer(page, envelope.status, visit, door, envelope.headers) : envelope;
}

/** Whatever was thrown, as an answer; a HEAD gets no body. */
export async function troubleAnswer(
  thrown: unknown,
  method: string,
  visit: LinkVisit,
  door: LinkDoor,
): Promise<Response> {
  const error = toAppError(thrown, visit.traceId, door.log);
  const isUnknown = error.code === "payment_link_not_found";
  const page: LinkPage = isUnknown
    ? { kind: "unknown" }
    : { kind: "trouble", face: null, trouble: { name: error.code } };
  const answer = await refusal(error, page, visit, door);
  return method === "HEAD" ? withoutBody(answer) : answer;
}

/** No link has this token; a foreign one and a garbled one are as good as missing (S15). */
export const unknownLink = (): AppError => new AppError("payment_link_not_found");
