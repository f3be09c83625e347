import { AppError, type Language } from "@/server/domain/errors";
import { inTx } from "@/server/store/db";
import { deletePasskeys } from "@/server/store/people/passkeys";
import { removeTotp } from "@/server/store/people/people";
import { replaceRecoveryCodes } from "@/server/store/people/recovery-codes";
import { endSessions } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { writeMail } from "../mail/shared/write-mail";
import { lockColleague } from "./shared/staff-locks";

export interface ResetColleagueInput {
  readonly staffId: string;
  readonly userId: string;
  /** The language of the mail that tells the colleague. */
  readonly language: Language;
}

/**
 * Removes the authenticator app, the passkeys and the recovery codes of a colleague who has lost them, ends all
 * sessions, and tells the colleague by mail. In live mode the colleague has to set up an app at the next sign-in.
 * Throws access_denied and not_found, and validation_error where no second factor is active.
 */
export const resetColleague = (
  ctx: Ctx,
  { language, ...input }: ResetColleagueInput,
): Promise<{ email: string; sessionsEnded: number }> =>
  inTx(ctx.db, async (tx) => {
    const { email } = await lockColleague(tx, input);
    const person = { door: "staff", userId: input.userId } as const;
    const hadPasskeys = await deletePasskeys(tx, person);
    if (!(await removeTotp(tx, person)) && !hadPasskeys)
      throw new AppError("validation_error", "The second factor is not on");
    const now = ctx.realTime.now();
    await replaceRecoveryCodes(tx, person, [], now);
    const sessionsEnded = await endSessions(tx, person, { allBut: null }, now);
    const values = { door: person.door, at: now.toISOString(), browser: null, sourceIp: null };
    await writeMail(ctx, tx, { kind: "second_factor_off", values, to: email, language });
    return { email, sessionsEnded };
  });
