import { systemClock } from "@/server/domain/clock";
import { tokenHash } from "@/server/domain/ids";
import { isSessionOver } from "@/server/domain/people/sign-in";
import { type BrowserName, browserNameOf } from "@/server/domain/web/user-agent";
import { listOpenSessions, type Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";

/** A place where somebody is signed in. */
export interface OpenSession extends BrowserName {
  /** Stands for the session's id, which stays here. */
  readonly name: string;
  readonly isThis: boolean;
  readonly sourceIp: string;
  readonly createdAt: Date;
  /** To the minute. */
  readonly lastSeenAt: Date;
}

/** Where somebody is signed in: here first, then where they were last. */
export async function listSessions(
  ctx: Ctx,
  { person, sessionId }: { readonly person: Person; readonly sessionId: string },
): Promise<OpenSession[]> {
  const now = systemClock.now();
  const rows = await listOpenSessions(ctx.db, person, now);
  return rows
    .filter((row) => !isSessionOver(row, person.door, now))
    .map(({ id, userAgent, sourceIp, createdAt, lastSeenAt }) => ({
      name: sessionName(id),
      isThis: id === sessionId,
      ...browserNameOf(userAgent),
      sourceIp,
      createdAt,
      lastSeenAt,
    }))
    .sort((a, b) => Number(b.isThis) - Number(a.isThis));
}

export const sessionName = (sessionId: string): string =>
  tokenHash(sessionId).toString("base64url").slice(0, 22);
