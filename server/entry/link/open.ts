import { getContext } from "@/server/context";
import { statusOf } from "@/server/domain/errors";
import { isSecretToken } from "@/server/domain/ids";
import { isOpening } from "@/server/domain/links/link-opening";
import type { LinkDocument, LinkPage } from "@/server/domain/links/link-page";
import { answerWithStatus, requestStore, type WebRequest } from "@/server/request-store";
import { openLink } from "@/server/usecases/links/open-link";
import { toAppError } from "../http/http";
import { pageLanguage } from "../http/page-language";
import { visitOf } from "../http/visit";
import { documentOf, type LinkVisit, pageOf } from "./answers";

type Headers = WebRequest["headers"];

/**
 * What the page at a link's address shows, with the status that goes with it: 200 whatever has become of the link, 404
 * where no link has the token, 500 where it could not be read. Records that a buyer opened it, so it is to be asked once
 * for each request (D-9). Never rejects.
 * @param wantsForm the buyer wants to try again: the form stands where the failed attempt would be told of
 */
export async function openLinkPage(
  headers: Headers,
  token: string,
  wantsForm: boolean,
): Promise<LinkDocument> {
  const ctx = getContext();
  const visit = pageVisit(headers, token);
  const method = requestStore()?.method ?? "GET";
  try {
    const opening = { token, isOpening: isOpening(method, (name) => headers.get(name)) };
    const scene = isSecretToken(token) ? await openLink(ctx, opening) : null;
    if (scene === null) return unknownLinkPage(headers);
    const isForm = scene.kind === "failed" && wantsForm;
    const page = pageOf(isForm ? { kind: "open", face: scene.face } : scene);
    return documentOf(page, visit, ctx.clock.now());
  } catch (thrown) {
    const { code } = toAppError(thrown, visit.traceId, ctx.log);
    answerWithStatus(statusOf(code));
    const page: LinkPage = { kind: "trouble", face: null, trouble: { name: code } };
    return documentOf(page, visit, ctx.clock.now());
  }
}

/** 404: no link has the token of the address, or it is no link's address at all. */
export function unknownLinkPage(headers: Headers): LinkDocument {
  answerWithStatus(404);
  return documentOf({ kind: "unknown" }, pageVisit(headers, ""), getContext().clock.now());
}

/** There is no page at this address of the pay origin; its status is the framework's own. */
export const noSuchPage = (headers: Headers): LinkDocument =>
  documentOf(
    { kind: "trouble", face: null, trouble: { name: "not_found" } },
    pageVisit(headers, ""),
    getContext().clock.now(),
  );

const pageVisit = (headers: Headers, token: string): LinkVisit => ({
  ...visitOf({ headers }),
  token,
  language: pageLanguage(headers),
});
