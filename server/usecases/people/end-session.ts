import type { SignInDoor } from "@/server/domain/people/sign-in";
import { endSessionById } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { endViewing } from "./end-viewing";
import { auditSelf } from "./shared/audit-self";

/** Ends the session of a browser that signs out. Its cookie is invalid from then on (S12). */
export async function endSession(
  ctx: Ctx,
  { door, sessionId, sourceIp }: { door: SignInDoor; sessionId: string; sourceIp: string },
): Promise<void> {
  if (door === "staff") await endViewing(ctx, { sessionId, cause: "signed_out" });
  const user = await endSessionById(ctx.db.prisma, door, sessionId, ctx.realTime.now());
  if (user) await auditSelf(ctx, door, user, { action: "self.signOut", code: null, detail: {}, sourceIp });
}
