import type { WebRequest } from "@/server/request-store";
import { findStaffSession } from "@/server/usecases/people/session-queries";
import { readSignedInDoor } from "../people/signed-in-door";

/**
 * Reads the back-office session of a request's cookie.
 * @param isUse whether the request is a use of the session; false when an open page repeats its queries by itself
 */
export const readStaffDoor = (headers: Pick<WebRequest["headers"], "get">, isUse = true) =>
  readSignedInDoor("staff", headers, (ctx, sessionId) => findStaffSession(ctx, sessionId, { isUse }));
