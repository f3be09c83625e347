import { getContext } from "@/server/context";
import { isSecretToken } from "@/server/domain/ids";
import type { LinkScene } from "@/server/domain/links/link-page";
import { urlOfToken } from "@/server/usecases/link-url";
import { openLink } from "@/server/usecases/links/open-link";
import { withoutBody } from "../http/http";
import { type LinkDoor, type LinkVisit, type Render, troubleAnswer, unknownLink } from "./answers";
import { linkVisitOf } from "./link-visit";
import { qrCode } from "./qr-code";
import { requireReading } from "./reading";

export interface QrDoor extends LinkDoor {
  find(token: string): Promise<LinkScene | null>;
  urlOf(token: string): string;
}

/** A link's address as a picture for a telephone to read. Not an opening. */
export function handleQr(request: Request, token: string, render: Render): Promise<Response> {
  const ctx = getContext();
  return answerQr(request, linkVisitOf(request, token), {
    find: (sought) => openLink(ctx, { token: sought, isOpening: false }),
    urlOf: (sought) => urlOfToken(ctx, sought),
    render,
    log: ctx.log,
    now: () => ctx.clock.now(),
  });
}

const titles = { tr: "Ödeme linkinin karekodu", en: "QR code of the payment link" };

/** 200 the picture, whatever state the link is in; never rejects. */
export async function answerQr(request: Request, visit: LinkVisit, door: QrDoor): Promise<Response> {
  try {
    requireReading(request.method);
    if (!isSecretToken(visit.token) || (await door.find(visit.token)) === null) throw unknownLink();
    const answer = new Response(qrCode(door.urlOf(visit.token), titles[visit.language], visit.language), {
      headers: {
        "Content-Type": "image/svg+xml; charset=utf-8",
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Request-Id": visit.traceId,
      },
    });
    return request.method === "HEAD" ? withoutBody(answer) : answer;
  } catch (thrown) {
    return troubleAnswer(thrown, request.method, visit, door);
  }
}
