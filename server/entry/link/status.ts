import { getContext } from "@/server/context";
import { isSecretToken } from "@/server/domain/ids";
import type { LinkState } from "@/server/domain/links/link-page";
import { toPageState } from "@/server/domain/links/link-page-state";
import type { Log } from "@/server/usecases/ctx";
import { openLink } from "@/server/usecases/links/open-link";
import { errorResponse, jsonResponse, toAppError, withoutBody } from "../http/json-answer";
import { unknownLink } from "./answers";
import { readLinkRequest, requireReadMethod } from "./link-request";

export interface StatusDoor {
  find(token: string): Promise<LinkState | null>;
  readonly log: Log;
  now(): Date;
}

/**
 * Answers a waiting page: `{"shown": …}` names what the link's page would show now. It does not count as an opening.
 */
export function handleStatus(request: Request, token: string): Promise<Response> {
  const ctx = getContext();
  return answerStatus(request, token, {
    find: (sought) => openLink(ctx, { token: sought, isOpening: false }),
    log: ctx.log,
    now: () => ctx.clock.now(),
  });
}

/** Answers with JSON, also for failures. Never rejects. */
export async function answerStatus(request: Request, token: string, door: StatusDoor): Promise<Response> {
  const { traceId, envelopeLanguage } = readLinkRequest(request, token);
  const answer = await readStatus(request, token, traceId, door).catch((thrown: unknown) =>
    errorResponse(toAppError(thrown, traceId, door.log), traceId, envelopeLanguage),
  );
  return request.method === "HEAD" ? withoutBody(answer) : answer;
}

async function readStatus(request: Request, token: string, traceId: string, door: StatusDoor): Promise<Response> {
  requireReadMethod(request.method);
  const state = isSecretToken(token) ? await door.find(token) : null;
  if (state === null) throw unknownLink();
  return jsonResponse(200, { shown: toPageState(state, door.now()) }, traceId);
}
