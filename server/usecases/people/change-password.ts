import { AppError } from "@/server/domain/errors";
import { type FieldProblem, problem } from "@/server/domain/field-words";
import { inTx } from "@/server/store/db";
import { endMailedLinks } from "@/server/store/people/mailed-links";
import { findPerson, replacePassword } from "@/server/store/people/people";
import { endSessions, type Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { writeNoticeOfSession } from "./shared/notices";
import { hashPassword, isPasswordCorrect } from "./shared/password";
import { requireGoodPassword } from "./shared/password-rules";

export interface PasswordChange {
  readonly person: Person;
  readonly sessionId: string;
  readonly present: string;
  readonly next: string;
  /** Further texts that the password may not be, besides the user's own address and name. */
  readonly about: readonly string[];
}

/**
 * Changes a user's password, ends all of the user's other sessions (ASVS 7.4.3), and mails a notice.
 * @returns the number of ended sessions
 * @throws validation_error for a wrong present password, and for a new one that is the same or easy to guess
 */
export async function changePassword(
  ctx: Ctx,
  { person, sessionId, present, next, about }: PasswordChange,
): Promise<{ sessionsEnded: number }> {
  const user = await findPerson(ctx.db, person);
  if (!user || !(await isPasswordCorrect(user.passwordHash, present))) throw refused("password_wrong");
  if (next === present) throw refused("password_same");
  requireGoodPassword(next, [user.email, user.name, ...about]);
  const passwordHash = await hashPassword(next);
  return inTx(ctx.db, async (tx) => {
    if (!(await replacePassword(tx, person, { from: user.passwordHash, to: passwordHash, mustChange: false })))
      throw refused("password_wrong");
    const now = ctx.realTime.now();
    await endMailedLinks(tx, person, "password", now);
    await writeNoticeOfSession(ctx, tx, { user, person, sessionId }, { kind: "password_changed", how: "self" });
    // This does not confirm the identity: a user with a second factor has not shown it here.
    return { sessionsEnded: await endSessions(tx, person, { allBut: sessionId }, now) };
  });
}

const refused = (name: FieldProblem): AppError => new AppError("validation_error", name, { problem: problem(name) });
