import { AppError } from "@/server/domain/errors";
import { inTx } from "@/server/store/db";
import { deletePasskey } from "@/server/store/people/passkeys";
import { findPerson } from "@/server/store/people/people";
import { replaceRecoveryCodes } from "@/server/store/people/recovery-codes";
import { endSessions, type Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { writeNoticeOfSession } from "./shared/notices";

/**
 * Removes a passkey of a person, ends the other sessions, and mails a notice. With the last factor the recovery codes
 * end, too. Throws not_found where the person has no such passkey.
 */
export async function removePasskey(
  ctx: Ctx,
  { person, sessionId, passkeyId }: { person: Person; sessionId: string; passkeyId: string },
): Promise<void> {
  const user = await findPerson(ctx.db, person);
  if (!user) throw new AppError("unauthorized");
  await inTx(ctx.db, async (tx) => {
    const left = await deletePasskey(tx, person, passkeyId);
    if (left === null) throw new AppError("not_found", "No such passkey");
    const now = ctx.realTime.now();
    if (left === 0 && !user.totpSince) await replaceRecoveryCodes(tx, person, [], now);
    await writeNoticeOfSession(ctx, tx, { user, person, sessionId }, { kind: "passkey_removed" });
    await endSessions(tx, person, { allBut: sessionId }, now);
  });
}
