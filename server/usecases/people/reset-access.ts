import { systemClock } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { normalEmail, type SignInDoor } from "@/server/domain/people/sign-in";
import { inTx } from "@/server/store/db";
import {
  auditScopeOf,
  findPerson,
  findPersonByEmail,
  removeTotp,
  replacePassword,
} from "@/server/store/people/people";
import { replaceRecoveryCodes } from "@/server/store/people/recovery-codes";
import { endSessions, type Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { hashPassword, newPassword } from "./password";

export interface KnownPerson extends Person {
  /** Whose audit log tells of them. */
  readonly auditScope: string;
}

/** Who signs in to a door with an address. Throws not_found. */
export async function getPersonByEmail(
  ctx: Ctx,
  { door, email }: { readonly door: SignInDoor; readonly email: string },
): Promise<KnownPerson> {
  const user = await findPersonByEmail(ctx.db, door, normalEmail(email));
  if (!user) throw new AppError("not_found", `Nobody signs in to the ${door} with this address`);
  return { door, userId: user.id, auditScope: auditScopeOf(user) };
}

/**
 * For somebody who has lost the password or the second factor, once it is clear who asks: a new password, which is shown this
 * once, no second factor, and the end of every session. Throws not_found.
 */
export async function resetAccess(ctx: Ctx, person: Person): Promise<{ readonly password: string }> {
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  const user = await findPerson(ctx.db, person);
  await inTx(ctx.db, async (tx) => {
    const now = systemClock.now();
    if (!user || !(await replacePassword(tx, person, user.passwordHash, passwordHash))) {
      throw new AppError("not_found", "Somebody else has just changed it; try again");
    }
    await removeTotp(tx, person);
    await replaceRecoveryCodes(tx, person, [], now);
    await endSessions(tx, person, { allBut: null }, now);
  });
  return { password };
}
