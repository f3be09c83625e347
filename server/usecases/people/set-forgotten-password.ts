import { AppError } from "@/server/domain/errors";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { inTx } from "@/server/store/db";
import { consumeMailedLink, endMailedLinks } from "@/server/store/people/mailed-links";
import { findPerson, markEmailProved, replacePassword } from "@/server/store/people/people";
import { endSessions } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { auditSelf } from "./shared/audit-self";
import { getMailedLink } from "./shared/mailed-links";
import { writeNotice } from "./shared/notices";
import { hashPassword } from "./shared/password";
import { requireGoodPassword } from "./shared/password-rules";

export interface SetForgottenPasswordInput {
  readonly door: SignInDoor;
  readonly token: string;
  readonly password: string;
  readonly sourceIp: string;
  readonly userAgent: string;
}

/**
 * Sets the password of the person to whom a link was mailed, once (D-233). Every session and every other link for a
 * password ends. The second factor stays, so the link alone does not sign in. Throws mailed_link_invalid, and
 * validation_error for a password that is easy to guess (S11), which does not use the link. Returns the address, with
 * which the caller makes the browser a known one.
 */
export async function setForgottenPassword(
  ctx: Ctx,
  input: SetForgottenPasswordInput,
): Promise<{ readonly email: string }> {
  const { door, token, password, sourceIp, userAgent } = input;
  const { id, person } = await getMailedLink(ctx, { door, purpose: "password", token });
  const user = await findPerson(ctx.db, person);
  if (!user) throw new AppError("mailed_link_invalid");
  requireGoodPassword(password, [user.email, user.name]);
  const passwordHash = await hashPassword(password);
  const sessionsEnded = await inTx(ctx.db, async (tx) => {
    const now = ctx.realTime.now();
    const isSet =
      (await consumeMailedLink(tx, id, now)) &&
      (await replacePassword(tx, person, { from: user.passwordHash, to: passwordHash, mustChange: false }));
    if (!isSet) throw new AppError("mailed_link_invalid");
    await endMailedLinks(tx, person, "password", now);
    // Only the mail had the link, so its user reads the address.
    await markEmailProved(tx, person, now);
    await writeNotice(
      ctx,
      tx,
      { user, person, origin: { sourceIp, userAgent } },
      { kind: "password_changed", how: "link" },
    );
    return endSessions(tx, person, { allBut: null }, now);
  });
  await auditSelf(ctx, door, user, {
    action: "self.setForgottenPassword",
    code: null,
    detail: { sessionsEnded },
    sourceIp,
  });
  return { email: user.email };
}
