import { days, plusMs } from "@/server/domain/clock";
import type { Language } from "@/server/domain/errors";
import { isEmailAddress, normalizeEmail, type SignInDoor } from "@/server/domain/people/sign-in";
import { ipGroup } from "@/server/domain/web/ip-group";
import { inTx } from "@/server/store/db";
import { countFailedSignIn, countFailedSignIns } from "@/server/store/people/failed-sign-ins";
import { claimAttemptsNotice, type PersonRow } from "@/server/store/people/people";
import type { Ctx } from "@/server/usecases/ctx";
import { writeMail } from "@/server/usecases/mail/shared/write-mail";

interface RefusedAttempt {
  readonly door: SignInDoor;
  readonly email: string;
  readonly addressMark: string;
  readonly sourceIp: string;
}

/** From this many refused sign-ins in a day on, the person is informed by mail. */
const manyAttempts = 10;

/**
 * Counts a refused sign-in. The person whose address was used is informed by mail of many of them, at most once a day
 * (D-311); a refusal with the address of no user is counted for the staff (D-312).
 */
export async function recordFailedSignIn(
  ctx: Ctx,
  { door, email, addressMark, sourceIp }: RefusedAttempt,
  user: PersonRow | null,
): Promise<void> {
  const now = ctx.realTime.now();
  const address = normalizeEmail(email);
  const domain = isEmailAddress(address) ? (address.split("@").at(-1) ?? null) : null;
  const refused = { door, userId: user?.id ?? null, addressMark, domain, sourceIp: ipGroup(sourceIp), now };
  await inTx(ctx.db, async (tx) => {
    await countFailedSignIn(tx, refused);
    if (!user) return;
    const person = { door, userId: user.id };
    const dayAgo = plusMs(now, -days(1));
    const attempts = await countFailedSignIns(tx, person, dayAgo);
    if (attempts < manyAttempts || !(await claimAttemptsNotice(tx, person, now, dayAgo))) return;
    await writeMail(ctx, tx, {
      kind: "many_attempts",
      values: { door, at: now.toISOString(), attempts },
      to: user.email,
      language: user.language as Language,
    });
  });
}
