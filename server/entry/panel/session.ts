import type { AppContext } from "@/server/context";
import type { WebRequest } from "@/server/request-store";
import { findPanelSession, findViewingSession, type PanelSession } from "@/server/usecases/people/session-queries";
import { findSessionId } from "../people/sign-in-cookie";
import { readSignedInDoor } from "../people/signed-in-door";
import type { DoorContext } from "../trpc/trpc-door";

/**
 * Reads the panel session of a request's cookie. The cookie of the back-office opens the panel only while its session
 * views an account, and then it takes precedence: the member of staff has just asked for it (D-261).
 * @param isUse whether the request is a use of the session; false when an open page repeats its queries by itself
 */
export async function readPanelDoor(
  headers: Pick<WebRequest["headers"], "get">,
  isUse = true,
): Promise<DoorContext<PanelSession> & { readonly ctx: AppContext }> {
  const door = await readSignedInDoor("panel", headers, (ctx, id) => findPanelSession(ctx, id, { isUse }));
  const staffSessionId = await findSessionId(headers, "staff", door.ctx.env.authSecret.reveal());
  if (staffSessionId === null) return door;
  return { ...door, session: (await findViewingSession(door.ctx, staffSessionId, { isUse })) ?? door.session };
}
