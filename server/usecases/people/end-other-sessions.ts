import { AppError } from "@/server/domain/errors";
import { endSessions, listOpenSessions, type Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { sessionName } from "./shared/session-name";

/**
 * Ends one session of a person by its public name, or all but the present one. The next request of an ended session is
 * refused.
 * @returns the number of ended sessions
 * @throws not_found where the person has no open session of this name
 */
export async function endOtherSessions(
  ctx: Ctx,
  { person, sessionId, name }: { person: Person; sessionId: string; name: string | null },
): Promise<number> {
  const now = ctx.realTime.now();
  if (name === null) return endSessions(ctx.db.prisma, person, { allBut: sessionId }, now);
  const rows = await listOpenSessions(ctx.db, person, now);
  const named = rows.find(({ id }) => sessionName(id) === name);
  if (!named) throw new AppError("not_found");
  return endSessions(ctx.db.prisma, person, { only: named.id }, now);
}
