import { getContext } from "@/server/context";
import { toHttpStatus } from "@/server/domain/errors";
import { isSecretToken } from "@/server/domain/ids";
import { isBuyerOpening } from "@/server/domain/links/link-opening";
import type { LinkDocument, LinkPage } from "@/server/domain/links/link-page";
import { answerWithStatus, requestStore, type WebRequest } from "@/server/request-store";
import { openLink } from "@/server/usecases/links/open-link";
import { toAppError } from "../http/json-answer";
import { buyerPageLanguage } from "../http/page-language";
import { readPageRequest } from "../http/page-request";
import { toLinkDocument, toLinkPage } from "./answers";
import type { LinkRequest } from "./link-request";

type Headers = WebRequest["headers"];

/**
 * Returns the document of a link's page and sets its status: 200 in every state of the link, 404 when no link has the
 * token, 500 when the link could not be read. It records that a buyer opened the link, so it must be called once per
 * request (D-9). Never rejects.
 * @param wantsForm whether the buyer tries again: the page shows the form in place of the failed attempt
 */
export async function openLinkPage(headers: Headers, token: string, wantsForm: boolean): Promise<LinkDocument> {
  const ctx = getContext();
  const linkRequest = readRequest(headers, token);
  const method = requestStore()?.method ?? "GET";
  try {
    const opening = { token, isOpening: isBuyerOpening(method, (name) => headers.get(name)) };
    const state = isSecretToken(token) ? await openLink(ctx, opening) : null;
    if (state === null) return unknownLinkPage(headers);
    const isForm = state.kind === "failed" && wantsForm;
    const page = toLinkPage(isForm ? { kind: "open", summary: state.summary } : state);
    return toLinkDocument(page, linkRequest, ctx.clock.now());
  } catch (thrown) {
    const { code } = toAppError(thrown, linkRequest.traceId, ctx.log);
    answerWithStatus(toHttpStatus(code));
    const page: LinkPage = { kind: "trouble", summary: null, trouble: { name: code } };
    return toLinkDocument(page, linkRequest, ctx.clock.now());
  }
}

/** Returns the 404 page for a token that no link has, or for an address that cannot be a link's. */
export function unknownLinkPage(headers: Headers): LinkDocument {
  answerWithStatus(404);
  return toLinkDocument({ kind: "unknown" }, readRequest(headers, ""), getContext().clock.now());
}

/** Returns the page for an unknown address of the pay origin. The framework sets its status. */
export const noSuchPage = (headers: Headers): LinkDocument =>
  toLinkDocument(
    { kind: "trouble", summary: null, trouble: { name: "not_found" } },
    readRequest(headers, ""),
    getContext().clock.now(),
  );

const readRequest = (headers: Headers, token: string): LinkRequest => ({
  ...readPageRequest({ headers }),
  token,
  language: buyerPageLanguage(headers),
});
