import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import { inTx } from "@/server/store/db";
import { findPerson, startTotp } from "@/server/store/people/people";
import { endSessions, type Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { writeNoticeOfSession } from "./shared/notices";
import { findTotpStep, makeRecoveryCodes, totpPurpose } from "./shared/second-factor";

/**
 * Activates the authenticator app after a code has proved that it has the secret. Each sign-in requires the app from
 * then on, all other sessions end, because they began without it, and a notice is mailed. Throws validation_error for a
 * wrong code, and where no app is being set up.
 */
export async function finishSecondFactor(
  ctx: Ctx,
  { person, sessionId, code }: { person: Person; sessionId: string; code: string },
): Promise<{ recoveryCodes: readonly string[] }> {
  const user = await findPerson(ctx.db, person);
  if (!user?.totpSecret || user.totpSince) {
    throw new AppError("validation_error", "No second factor is being set up");
  }
  const now = ctx.realTime.now();
  const step = findTotpStep(ctx.vault.open(totpPurpose(user.id), user.totpSecret), code, now);
  if (step === null) throw wrongCode();
  const sealed = Uint8Array.from(user.totpSecret);
  return inTx(ctx.db, async (tx) => {
    if (!(await startTotp(tx, person, { sealed, step, now }))) throw wrongCode();
    await endSessions(tx, person, { allBut: sessionId }, now);
    await writeNoticeOfSession(ctx, tx, { user, person, sessionId }, { kind: "second_factor_on" });
    return { recoveryCodes: await makeRecoveryCodes(ctx, tx, person) };
  });
}

const wrongCode = () =>
  new AppError("validation_error", "second_factor_wrong", { problem: problem("second_factor_wrong") });
