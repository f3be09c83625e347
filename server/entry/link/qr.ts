import { encode } from "uqr";
import { payTextsIn } from "@/messages/pay-texts";
import { getContext } from "@/server/context";
import { isSecretToken } from "@/server/domain/ids";
import type { LinkState } from "@/server/domain/links/link-page";
import { qrPath, qrSettings } from "@/server/domain/web/qr";
import { buildLinkUrl } from "@/server/usecases/link-url";
import { openLink } from "@/server/usecases/links/open-link";
import { withoutBody } from "../http/json-answer";
import { type LinkDoor, type Render, troubleAnswer, unknownLink } from "./answers";
import { type LinkRequest, readLinkRequest, requireReadMethod } from "./link-request";

export interface QrDoor extends LinkDoor {
  find(token: string): Promise<LinkState | null>;
  buildUrl(token: string): string;
}

/** Answers the QR code of a link's address. It does not count as an opening. */
export function handleQr(request: Request, token: string, render: Render): Promise<Response> {
  const ctx = getContext();
  return answerQr(request, readLinkRequest(request, token), {
    find: (sought) => openLink(ctx, { token: sought, isOpening: false }),
    buildUrl: (sought) => buildLinkUrl(ctx, sought),
    render,
    log: ctx.log,
    now: () => ctx.clock.now(),
  });
}

/** Answers 200 with the picture in every state of the link. Never rejects. */
export async function answerQr(request: Request, linkRequest: LinkRequest, door: QrDoor): Promise<Response> {
  try {
    requireReadMethod(request.method);
    if (!isSecretToken(linkRequest.token) || (await door.find(linkRequest.token)) === null) throw unknownLink();
    const { t, language } = payTextsIn(linkRequest.language);
    const answer = new Response(qrCode(door.buildUrl(linkRequest.token), t("link.qrTitle"), language), {
      headers: {
        "Content-Type": "image/svg+xml; charset=utf-8",
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Request-Id": linkRequest.traceId,
      },
    });
    return request.method === "HEAD" ? withoutBody(answer) : answer;
  } catch (thrown) {
    return troubleAnswer(thrown, request.method, linkRequest, door);
  }
}

/**
 * Draws a text as a QR code: an SVG with one path, black on white on any page.
 * @param title the name for screen readers
 */
export function qrCode(text: string, title: string, language: string): string {
  const { data, size } = encode(text, qrSettings);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" role="img" xml:lang="${language}"`,
    ` shape-rendering="crispEdges"><title>${escapeText(title)}</title>`,
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${qrPath(data)}"/></svg>`,
  ].join("");
}

const escapeText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
