import { plusMs } from "@/server/domain/clock";
import type { Language } from "@/server/domain/errors";
import { newSecretToken } from "@/server/domain/ids";
import { type SignInDoor, sessionLimits } from "@/server/domain/people/sign-in";
import { inTx, type Tx } from "@/server/store/db";
import { recordPasskeyUse } from "@/server/store/people/passkeys";
import { type PersonRow, recordSignIn } from "@/server/store/people/people";
import { listSessionOrigins } from "@/server/store/people/session-origins";
import { endSessionById, insertSession } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "@/server/usecases/ctx";
import { endLapsedViewings } from "../end-lapsed-viewings";
import { eraseOldSignIns } from "../erase-old-sign-ins";
import { auditSelf } from "./audit-self";
import { isNewDevice } from "./new-device";
import { writeNotice } from "./notices";
import type { VerifiedPasskey } from "./passkeys";
import { consumeSecondFactor, type SecondFactor } from "./second-factor";

/** From where a session begins. */
export interface SessionStart {
  readonly door: SignInDoor;
  readonly sourceIp: string;
  readonly userAgent: string;
  /** The language of the sign-in page, in which later notices are mailed. */
  readonly language: Language;
  /** The id of the browser's present session, which ends; null without one. */
  readonly formerSessionId: string | null;
}

/** What a person has shown in addition to the password, or instead of it. */
export type ShownFactor = { readonly code: string } | { readonly passkey: VerifiedPasskey } | "none";

/** `wrong` where the password or a factor has changed meanwhile, `code_wrong` where the factor was wrong or used. */
export type Begun =
  | { readonly kind: "wrong" | "code_wrong" }
  | { readonly kind: "signed_in"; readonly sessionId: string };

/**
 * Begins a session with a new id, records it in the audit log, and erases old rows. A password or a factor that changes
 * at the same moment ends this session or prevents it. A notice is mailed where the browser or the network is new
 * (D-234). Instants are real time (D-47).
 */
export async function beginSession(ctx: Ctx, start: SessionStart, user: PersonRow, shown: ShownFactor): Promise<Begun> {
  const begun = await begin(ctx, start, user, shown);
  if (begun.kind !== "signed_in") return begun;
  const { door, sourceIp } = start;
  const detail = { secondFactor: begun.secondFactor };
  await auditSelf(ctx, door, user, { action: "self.signIn", code: null, sourceIp, detail });
  // Each sign-in erases old rows: they expire in real time, and due work follows the product's clock (D-48).
  ctx.background(eraseOldSignIns(ctx));
  if (door === "staff") ctx.background(endLapsedViewings(ctx));
  return { kind: "signed_in", sessionId: begun.sessionId };
}

type BegunWith =
  | Exclude<Begun, { kind: "signed_in" }>
  | { readonly kind: "signed_in"; readonly sessionId: string; readonly secondFactor: SecondFactor | "none" };

function begin(ctx: Ctx, start: SessionStart, user: PersonRow, shown: ShownFactor): Promise<BegunWith> {
  const now = ctx.realTime.now();
  const { door, language, sourceIp, userAgent, formerSessionId } = start;
  const person = { door, userId: user.id };
  const sessionId = newSecretToken(ctx.random);
  return inTx(ctx.db, async (tx): Promise<BegunWith> => {
    if (!(await recordSignIn(tx, person, user, { now, language }))) return { kind: "wrong" };
    const secondFactor = await consume(ctx, tx, user, person, shown);
    if (secondFactor === null) throw new FactorRefused();
    await noticeNewDevice(ctx, tx, user, start);
    if (formerSessionId) await endSessionById(tx, door, formerSessionId, now);
    await insertSession(tx, {
      id: sessionId,
      person,
      now,
      expiresAt: plusMs(now, sessionLimits[door].wholeMs),
      sourceIp,
      userAgent: userAgent.slice(0, 400),
      withSecondFactor: secondFactor !== "none",
    });
    return { kind: "signed_in", sessionId, secondFactor };
  }).catch((error: unknown) => {
    if (error instanceof FactorRefused) return { kind: "code_wrong" };
    throw error;
  });
}

/** Uses what was shown up. Returns null where it is wrong, or was used at the same moment. */
async function consume(
  ctx: Ctx,
  tx: Tx,
  { totpSecret }: PersonRow,
  person: { readonly door: SignInDoor; readonly userId: string },
  shown: ShownFactor,
): Promise<SecondFactor | "none" | null> {
  if (shown === "none") return "none";
  if ("code" in shown) return consumeSecondFactor(ctx, tx, person, { totpSecret, code: shown.code });
  const { passkey, newCounter } = shown.passkey;
  return (await recordPasskeyUse(tx, passkey, newCounter, ctx.realTime.now())) ? "passkey" : null;
}

/**
 * Mails a notice of a sign-in from a browser or a network that the person has not used recently. The first sign-in
 * needs none.
 */
async function noticeNewDevice(ctx: Ctx, tx: Tx, user: PersonRow, start: SessionStart): Promise<void> {
  if (user.lastSignInAt === null) return;
  const person = { door: start.door, userId: user.id };
  if (!isNewDevice(start, await listSessionOrigins(tx, person))) return;
  await writeNotice(ctx, tx, { user, person, origin: start }, { kind: "new_device" });
}

/** Rolls back the transaction of a sign-in whose factor was wrong. */
class FactorRefused extends Error {
  override name = "FactorRefused";
}
