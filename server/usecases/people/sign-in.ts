import { plusMs, systemClock } from "@/server/domain/clock";
import type { Language } from "@/server/domain/errors";
import { newSecretToken } from "@/server/domain/ids";
import { isEmailAddress, normalizeEmail, type SignInDoor, sessionLimits } from "@/server/domain/people/sign-in";
import { inTx, type Tx } from "@/server/store/db";
import { findPersonByEmail, type PersonRow, recordSignIn } from "@/server/store/people/people";
import { endSessionById, insertSession, listSessionOrigins } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { endLapsedViewings } from "./end-lapsed-viewings";
import { eraseOldSignIns } from "./erase-old-sign-ins";
import { auditSelf } from "./shared/audit-self";
import { recordFailedSignIn } from "./shared/failed-sign-ins";
import { isNewDevice } from "./shared/new-device";
import { writeNotice } from "./shared/notices";
import { isPasswordCorrect } from "./shared/password";
import { consumeSecondFactor, isCodeNeeded, type SecondFactor } from "./shared/second-factor";

export interface SignInInput {
  readonly door: SignInDoor;
  readonly email: string;
  readonly password: string;
  /** The code of the authenticator app, or a recovery code; empty where none was given. */
  readonly code: string;
  /** The mark under which refused sign-ins with the address are counted. */
  readonly addressMark: string;
  readonly sourceIp: string;
  readonly userAgent: string;
  /** The language of the sign-in page, in which later notices are mailed. */
  readonly language: Language;
  /** The id of the browser's present session, which ends; null without one. */
  readonly formerSessionId: string | null;
}

/**
 * `wrong` does not reveal whether the address is known. `code_needed` and `code_wrong` are returned only after the
 * right password.
 */
export type SignInOutcome =
  | { readonly kind: "wrong" | "code_needed" | "code_wrong" }
  | { readonly kind: "signed_in"; readonly sessionId: string };

/**
 * Begins a session with a new id after an address, its password and an active second factor were shown (S11, S12).
 * A notice is mailed where the
 * browser or the network is new (D-234). Instants are real time (D-47). The caller limits the number of guesses.
 */
export async function signIn(ctx: Ctx, input: SignInInput): Promise<SignInOutcome> {
  const email = normalizeEmail(input.email);
  const user = isEmailAddress(email) ? await findPersonByEmail(ctx.db, input.door, email) : null;
  const isRight = await isPasswordCorrect(user?.passwordHash ?? null, input.password);
  if (!user) {
    ctx.background(recordFailedSignIn(ctx, input, null));
    return { kind: "wrong" };
  }
  if (!isRight) return refuse(ctx, input, user, "wrong");
  if (isCodeNeeded(user) && input.code.trim() === "") return { kind: "code_needed" };
  const begun = await begin(ctx, input, user);
  if (begun.kind !== "signed_in") return refuse(ctx, input, user, begun.kind);
  await auditSelf(ctx, input.door, user, {
    action: "self.signIn",
    code: null,
    sourceIp: input.sourceIp,
    detail: { secondFactor: begun.secondFactor },
  });
  // Each sign-in erases old rows: they expire in real time, and due work follows the product's clock (D-48).
  ctx.background(eraseOldSignIns(ctx));
  if (input.door === "staff") ctx.background(endLapsedViewings(ctx));
  return { kind: "signed_in", sessionId: begun.sessionId };
}

type Begun =
  | { readonly kind: "wrong" | "code_wrong" }
  | { readonly kind: "signed_in"; readonly sessionId: string; readonly secondFactor: SecondFactor | "none" };

/**
 * Begins the session. A password or a second factor that changes at the same moment ends this session or prevents it.
 */
function begin(ctx: Ctx, input: SignInInput, user: PersonRow): Promise<Begun> {
  const now = systemClock.now();
  const person = { door: input.door, userId: user.id };
  const sessionId = newSecretToken();
  return inTx(ctx.db, async (tx): Promise<Begun> => {
    if (!(await recordSignIn(tx, person, user, { now, language: input.language }))) return { kind: "wrong" };
    const { totpSecret } = user;
    const isNeeded = isCodeNeeded(user);
    const taken = isNeeded ? await consumeSecondFactor(ctx, tx, person, { totpSecret, code: input.code }) : null;
    if (isNeeded && !taken) throw new CodeRefused();
    await noticeNewDevice(ctx, tx, user, input);
    if (input.formerSessionId) await endSessionById(tx, input.door, input.formerSessionId, now);
    await insertSession(tx, {
      id: sessionId,
      person,
      now,
      expiresAt: plusMs(now, sessionLimits[input.door].wholeMs),
      sourceIp: input.sourceIp,
      userAgent: input.userAgent.slice(0, 400),
      withSecondFactor: taken !== null,
    });
    return { kind: "signed_in", sessionId, secondFactor: taken ?? "none" };
  }).catch((error: unknown) => {
    if (error instanceof CodeRefused) return { kind: "code_wrong" };
    throw error;
  });
}

/**
 * Mails a notice of a sign-in from a browser or a network that the person has not used recently. The first sign-in
 * needs none.
 */
async function noticeNewDevice(ctx: Ctx, tx: Tx, user: PersonRow, input: SignInInput): Promise<void> {
  if (user.lastSignInAt === null) return;
  const person = { door: input.door, userId: user.id };
  if (!isNewDevice(input, await listSessionOrigins(tx, person))) return;
  await writeNotice(ctx, tx, { user, person, origin: input }, { kind: "new_device" });
}

/** Rolls back the transaction of a sign-in whose code was wrong. */
class CodeRefused extends Error {
  override name = "CodeRefused";
}

/**
 * Records a refusal in the background, so that the response time does not reveal whether the address is known (ASVS
 * 6.3.8).
 */
function refuse<K extends "wrong" | "code_wrong">(ctx: Ctx, input: SignInInput, user: PersonRow, kind: K): { kind: K } {
  const { door, sourceIp } = input;
  const detail = { what: kind === "wrong" ? "password" : "code" };
  ctx.background(auditSelf(ctx, door, user, { action: "self.signIn", code: "unauthorized", detail, sourceIp }));
  ctx.background(recordFailedSignIn(ctx, input, user));
  return { kind };
}
