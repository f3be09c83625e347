import { getContext } from "@/server/context";
import { isSecretToken } from "@/server/domain/ids";
import type { LinkScene } from "@/server/domain/links/link-page";
import { shownOf } from "@/server/domain/links/link-shown";
import type { Log } from "@/server/usecases/ctx";
import { openLink } from "@/server/usecases/links/open-link";
import { errorResponse, jsonResponse, toAppError, withoutBody } from "../http/http";
import { unknownLink } from "./answers";
import { linkVisitOf } from "./link-visit";
import { requireReading } from "./reading";

export interface StatusDoor {
  find(token: string): Promise<LinkScene | null>;
  readonly log: Log;
  now(): Date;
}

/** What a waiting page asks: `{"shown": …}`, one word for what the link's page would show now. Not an opening. */
export function handleStatus(request: Request, token: string): Promise<Response> {
  const ctx = getContext();
  return answerStatus(request, token, {
    find: (sought) => openLink(ctx, { token: sought, isOpening: false }),
    log: ctx.log,
    now: () => ctx.clock.now(),
  });
}

/** Always JSON; never rejects. */
export async function answerStatus(request: Request, token: string, door: StatusDoor): Promise<Response> {
  const { traceId, envelopeLanguage } = linkVisitOf(request, token);
  const answer = await lookAt(request, token, traceId, door).catch((thrown: unknown) =>
    errorResponse(toAppError(thrown, traceId, door.log), traceId, envelopeLanguage),
  );
  return request.method === "HEAD" ? withoutBody(answer) : answer;
}

async function lookAt(request: Request, token: string, traceId: string, door: StatusDoor): Promise<Response> {
  requireReading(request.method);
  const scene = isSecretToken(token) ? await door.find(token) : null;
  if (scene === null) throw unknownLink();
  return jsonResponse(200, { shown: shownOf(scene, door.now()) }, traceId);
}
