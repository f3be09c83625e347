import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { inTx } from "@/server/store/db";
import { recordPasskeyUse } from "@/server/store/people/passkeys";
import { confirmSession, type Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { refusedPasskey, verifySignature } from "./shared/passkeys";

export interface ConfirmByPasskeyInput {
  readonly person: Person;
  readonly sessionId: string;
  readonly passkey: AuthenticationResponseJSON;
}

/**
 * Confirms a session with a passkey of its person, as `confirmIdentity` does with the password and a code (S32): the
 * authenticator has verified the user. Throws validation_error.
 */
export async function confirmByPasskey(ctx: Ctx, { person, sessionId, passkey }: ConfirmByPasskeyInput): Promise<void> {
  const use = { purpose: "confirm", holder: sessionId } as const;
  const verified = await verifySignature(ctx, person.door, use, passkey);
  if (verified.passkey.person.userId !== person.userId) throw refusedPasskey("The passkey is of another person");
  await inTx(ctx.db, async (tx) => {
    const now = ctx.realTime.now();
    if (!(await recordPasskeyUse(tx, verified.passkey, verified.newCounter, now))) {
      throw refusedPasskey("The passkey was used at the same moment");
    }
    await confirmSession(tx, sessionId, now, true);
  });
}
