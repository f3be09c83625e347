import type { WebRequest } from "@/server/request-store";
import { findPanelSession } from "@/server/usecases/people/session-queries";
import { readSignedInDoor } from "../people/signed-in-door";

/**
 * Reads the panel session of a request's cookie.
 * @param isUse whether the request is a use of the session; false when an open page repeats its queries by itself
 */
export const readPanelDoor = (headers: Pick<WebRequest["headers"], "get">, isUse = true) =>
  readSignedInDoor("panel", headers, (ctx, sessionId) => findPanelSession(ctx, sessionId, { isUse }));
