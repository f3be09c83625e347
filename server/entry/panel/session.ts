import type { WebRequest } from "@/server/request-store";
import { findPanelSession } from "@/server/usecases/people/find-session";
import { signedInDoor } from "../people/signed-in-door";

/**
 * Who is signed in to the panel by a request's cookie.
 * @param isUse false: a page that stands open has asked by itself
 */
export const panelDoorOf = (headers: Pick<WebRequest["headers"], "get">, isUse = true) =>
  signedInDoor("panel", headers, (ctx, sessionId) => findPanelSession(ctx, sessionId, { isUse }));
