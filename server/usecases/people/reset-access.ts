import { AppError } from "@/server/domain/errors";
import { inTx } from "@/server/store/db";
import { endMailedLinks } from "@/server/store/people/mailed-links";
import { deletePasskeys } from "@/server/store/people/passkeys";
import { findPerson, removeTotp, replacePassword } from "@/server/store/people/people";
import { replaceRecoveryCodes } from "@/server/store/people/recovery-codes";
import { endSessions, type Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { writeNotice } from "./shared/notices";
import { hashPassword, newPassword } from "./shared/password";

/**
 * Resets a user who has lost the password or the second factor: sets a generated password, which is shown only once and
 * has to be replaced before anything else, removes the second factor, ends every session, and mails a notice. The
 * operator has verified the user's identity before. Throws not_found where the user is unknown or the password changed
 * at the same moment.
 */
export async function resetAccess(ctx: Ctx, person: Person): Promise<{ readonly password: string }> {
  const password = newPassword(ctx.random);
  const passwordHash = await hashPassword(password);
  const user = await findPerson(ctx.db, person);
  await inTx(ctx.db, async (tx) => {
    const now = ctx.realTime.now();
    if (
      !user ||
      !(await replacePassword(tx, person, { from: user.passwordHash, to: passwordHash, mustChange: true }))
    ) {
      throw new AppError("not_found", "The user is unknown, or the password was changed at the same moment; try again");
    }
    await removeTotp(tx, person);
    await deletePasskeys(tx, person);
    await replaceRecoveryCodes(tx, person, [], now);
    await endMailedLinks(tx, person, "password", now);
    await writeNotice(ctx, tx, { user, person, origin: null }, { kind: "password_changed", how: "operator" });
    await endSessions(tx, person, { allBut: null }, now);
  });
  return { password };
}
