import { systemClock } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { findPerson } from "@/server/store/people";
import { confirmSession, type Person } from "@/server/store/sign-in-sessions";
import type { Ctx } from "./ctx";
import { isPasswordOf } from "./password";

/** Lets a session do what weighs more for a while: its user has given the password again. Throws validation_error. */
export async function confirmIdentity(
  ctx: Ctx,
  { person, sessionId, password }: { person: Person; sessionId: string; password: string },
): Promise<void> {
  const user = await findPerson(ctx.db, person);
  if (!user || !(await isPasswordOf(user.passwordHash, password))) throw new AppError("validation_error");
  await confirmSession(ctx.db, sessionId, systemClock.now());
}
