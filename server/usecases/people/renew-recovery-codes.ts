import { AppError } from "@/server/domain/errors";
import { inTx } from "@/server/store/db";
import { findPerson, lockSecondFactor } from "@/server/store/people/people";
import type { Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { writeNoticeOfSession } from "./shared/notices";
import { makeRecoveryCodes } from "./shared/second-factor";

/**
 * Creates ten new recovery codes, invalidates the old ones, and mails a notice. Throws validation_error where no second
 * factor is active.
 */
export async function renewRecoveryCodes(
  ctx: Ctx,
  { person, sessionId }: { readonly person: Person; readonly sessionId: string },
): Promise<{ recoveryCodes: readonly string[] }> {
  const user = await findPerson(ctx.db, person);
  return inTx(ctx.db, async (tx) => {
    if (!user || !(await lockSecondFactor(tx, person))) {
      throw new AppError("validation_error", "The second factor is not on");
    }
    await writeNoticeOfSession(ctx, tx, { user, person, sessionId }, { kind: "recovery_codes_renewed" });
    return { recoveryCodes: await makeRecoveryCodes(ctx, tx, person) };
  });
}
