import type { WebRequest } from "@/server/request-store";
import { findStaffSession } from "@/server/usecases/people/find-session";
import { signedInDoor } from "../people/signed-in-door";

/**
 * Who is signed in to the back-office by a request's cookie.
 * @param isUse false: a page that stands open has asked by itself
 */
export const staffDoorOf = (headers: Pick<WebRequest["headers"], "get">, isUse = true) =>
  signedInDoor("staff", headers, (ctx, sessionId) => findStaffSession(ctx, sessionId, { isUse }));
