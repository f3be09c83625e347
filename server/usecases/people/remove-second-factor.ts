import { AppError } from "@/server/domain/errors";
import { inTx } from "@/server/store/db";
import { findPerson, removeTotp } from "@/server/store/people/people";
import { replaceRecoveryCodes } from "@/server/store/people/recovery-codes";
import { endSessions, type Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { writeNoticeOfSession } from "./shared/notices";

/**
 * Removes a user's authenticator app, ends the user's other sessions, and mails a notice. Without a passkey the
 * recovery codes end, too, and the password alone is required from then on. Throws validation_error where no second
 * factor is active.
 */
export async function removeSecondFactor(
  ctx: Ctx,
  { person, sessionId }: { readonly person: Person; readonly sessionId: string },
): Promise<void> {
  const user = await findPerson(ctx.db, person);
  await inTx(ctx.db, async (tx) => {
    if (!user || !(await removeTotp(tx, person))) throw new AppError("validation_error", "The second factor is not on");
    const now = ctx.realTime.now();
    if (!user.passkeySince) await replaceRecoveryCodes(tx, person, [], now);
    await writeNoticeOfSession(ctx, tx, { user, person, sessionId }, { kind: "second_factor_off" });
    await endSessions(tx, person, { allBut: sessionId }, now);
  });
}
