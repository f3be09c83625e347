import { systemClock } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { inTx } from "@/server/store/db";
import { removeTotp } from "@/server/store/people/people";
import { replaceRecoveryCodes } from "@/server/store/people/recovery-codes";
import { endSessions, type Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";

/**
 * Removes a user's authenticator app and recovery codes and ends the user's other sessions; the password alone is
 * required from then on. Throws validation_error where no second factor is active.
 */
export const removeSecondFactor = (
  ctx: Ctx,
  { person, sessionId }: { readonly person: Person; readonly sessionId: string },
): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    if (!(await removeTotp(tx, person))) throw new AppError("validation_error", "The second factor is not on");
    const now = systemClock.now();
    await replaceRecoveryCodes(tx, person, [], now);
    await endSessions(tx, person, { allBut: sessionId }, now);
  });
