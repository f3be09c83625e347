import { getContext } from "@/server/context";
import { AppError } from "@/server/domain/errors";
import { findLogoPicture } from "@/server/usecases/partners/logo-queries";
import { errorResponse, toAppError, withoutBody } from "../http/json-answer";
import { readCallerFacts, readEnvelopeLanguage } from "../http/request-facts";

/**
 * Answers `GET /logo/<id>.png` on the origin of the buyers' pages: the logo that buyers of an account see now, without
 * a session. Every other file, also a logo that waits for staff, is 404 (D-275).
 */
export async function answerLogo(request: Request, file: string): Promise<Response> {
  const ctx = getContext();
  const { traceId } = readCallerFacts();
  try {
    if (request.method !== "GET" && request.method !== "HEAD") {
      throw new AppError("method_not_allowed", undefined, { allow: ["GET", "HEAD"] });
    }
    const logoId = /^(lgr_\w{26})\.png$/.exec(file)?.[1];
    const picture = logoId === undefined ? null : await findLogoPicture(ctx, { logoId });
    if (picture === null) throw new AppError("not_found");
    const answer = new Response(Uint8Array.from(picture), { headers });
    return request.method === "HEAD" ? withoutBody(answer) : answer;
  } catch (error) {
    return errorResponse(toAppError(error, traceId, ctx.log), traceId, readEnvelopeLanguage(request));
  }
}

const headers = {
  "Content-Type": "image/png",
  "Content-Disposition": "inline",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "public, max-age=31536000, immutable",
  "X-Content-Type-Options": "nosniff",
};
