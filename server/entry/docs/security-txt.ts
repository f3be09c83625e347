import { getContext } from "@/server/context";
import { systemClock } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { writeSecurityTxt } from "@/server/domain/web/security-txt";
import { errorResponse } from "../http/json-answer";
import { readCallerFacts, readEnvelopeLanguage } from "../http/request-facts";

/** Answers `/.well-known/security.txt`: 404 where this installation names no contact (D-319). */
export function handleSecurityTxt(request: Request): Response {
  const { env } = getContext();
  const { traceId } = readCallerFacts();
  if (env.securityContact === undefined) {
    return errorResponse(new AppError("not_found"), traceId, readEnvelopeLanguage(request));
  }
  const { api, panel, pay, handoff } = env.origins;
  const content = writeSecurityTxt(
    { contact: env.securityContact, origins: [api, panel, pay, handoff] },
    // A contact is valid in real time, also while the clock of a sandbox is ahead.
    systemClock.now(),
  );
  return new Response(content, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
