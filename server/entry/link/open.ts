import { getContext } from "@/server/context";
import { isOpening } from "@/server/domain/link-opening";
import type { LinkDocument, LinkPage } from "@/server/domain/link-page";
import { requestStore, type WebRequest } from "@/server/request-store";
import { openLink } from "@/server/usecases/open-link";
import { pageLanguage } from "../page-language";
import { visitOf } from "../visit";
import { documentOf, type LinkVisit, pageOf } from "./answers";
import { isToken } from "./link-visit";

type Headers = WebRequest["headers"];

/**
 * What the page at a link's address shows; null: no link has this token. Records that a buyer opened it, so it is to be
 * asked once for each request (D-9).
 * @param wantsForm the buyer wants to try again: the form stands where the failed attempt would be told of
 */
export async function openLinkPage(
  headers: Headers,
  token: string,
  wantsForm: boolean,
): Promise<LinkDocument | null> {
  const ctx = getContext();
  if (!isToken(token)) return null;
  const method = requestStore()?.method ?? "GET";
  const scene = await openLink(ctx, { token, isOpening: isOpening(method, (name) => headers.get(name)) });
  if (scene === null) return null;
  const { face } = scene;
  const page = scene.kind === "failed" && wantsForm ? pageOf({ kind: "open", face }) : pageOf(scene);
  return documentOf(page, pageVisit(headers, token), ctx.clock.now());
}

/** A page of the framework's that says something else of a link's address: that there is none. */
export const otherPage = (headers: Headers, page: LinkPage): LinkDocument =>
  documentOf(page, pageVisit(headers, ""), getContext().clock.now());

const pageVisit = (headers: Headers, token: string): LinkVisit => ({
  ...visitOf({ headers }),
  token,
  language: pageLanguage(headers),
});
