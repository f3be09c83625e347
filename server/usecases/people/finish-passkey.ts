import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { AppError } from "@/server/domain/errors";
import { inTx } from "@/server/store/db";
import { insertPasskey } from "@/server/store/people/passkeys";
import { findPerson } from "@/server/store/people/people";
import { countRecoveryCodesLeft } from "@/server/store/people/recovery-codes";
import { endSessions, type Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { writeNoticeOfSession } from "./shared/notices";
import { verifyNewPasskey } from "./shared/passkeys";
import { makeRecoveryCodes } from "./shared/second-factor";

export interface FinishPasskeyInput {
  readonly person: Person;
  readonly sessionId: string;
  readonly name: string;
  readonly passkey: RegistrationResponseJSON;
}

/**
 * Adds a passkey that the browser of this session has created (D-315). Other sessions end, because they began without
 * it, and a notice is mailed. The first factor of a person comes with recovery codes; they are null where the person
 * has some already. Throws validation_error where the passkey is not verified.
 */
export async function finishPasskey(
  ctx: Ctx,
  { person, sessionId, name, passkey }: FinishPasskeyInput,
): Promise<{ recoveryCodes: readonly string[] | null }> {
  const user = await findPerson(ctx.db, person);
  if (!user) throw new AppError("unauthorized");
  const { id: credentialId, publicKey, counter, transports = [] } = await verifyNewPasskey(ctx, sessionId, passkey);
  return inTx(ctx.db, async (tx) => {
    const now = ctx.realTime.now();
    const made = { credentialId, publicKey: Uint8Array.from(publicKey), transports: [...transports] };
    await insertPasskey(tx, { person, name, counter, now, ...made });
    await endSessions(tx, person, { allBut: sessionId }, now);
    await writeNoticeOfSession(ctx, tx, { user, person, sessionId }, { kind: "passkey_added" });
    const hasCodes = (await countRecoveryCodesLeft(tx, person)) > 0;
    return { recoveryCodes: hasCodes ? null : await makeRecoveryCodes(ctx, tx, person) };
  });
}
