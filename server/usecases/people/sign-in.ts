import { plusMs, systemClock } from "@/server/domain/clock";
import { newSecretToken } from "@/server/domain/ids";
import { isEmailAddress, normalEmail, type SignInDoor, sessionLimits } from "@/server/domain/people/sign-in";
import { inTx } from "@/server/store/db";
import { findPersonByEmail, noteSignIn, type PersonRow } from "@/server/store/people/people";
import { endSessionById, insertSession } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { auditSelf } from "./audit-self";
import { eraseOldSignIns } from "./erase-old-sign-ins";
import { isPasswordOf } from "./password";
import { type SecondFactor, takeSecondFactor } from "./second-factor";

export interface SignInInput {
  readonly door: SignInDoor;
  readonly email: string;
  readonly password: string;
  /** Of the authenticator app, or a recovery code; empty: not given. */
  readonly code: string;
  readonly sourceIp: string;
  readonly userAgent: string;
  /** Of the session that the browser already has; it ends. */
  readonly formerSessionId: string | null;
}

/**
 * `wrong` says neither whether the address is known nor what was wrong about it. That a code is needed, or was wrong, is
 * told to whoever knows the password.
 */
export type SignInOutcome =
  | { readonly kind: "wrong" | "code_needed" | "code_wrong" }
  | { readonly kind: "signed_in"; readonly sessionId: string };

/**
 * Begins a session with a new id for whoever knows an address and its password, and has the second factor where there is
 * one (S11, S12). Instants are real time (D-47). Guesses are counted by the door.
 */
export async function signIn(ctx: Ctx, input: SignInInput): Promise<SignInOutcome> {
  const email = normalEmail(input.email);
  const user = isEmailAddress(email) ? await findPersonByEmail(ctx.db, input.door, email) : null;
  const isRight = await isPasswordOf(user?.passwordHash ?? null, input.password);
  if (!user) return { kind: "wrong" };
  if (!isRight) return refuse(ctx, input, user, "wrong");
  if (user.totpSince && input.code.trim() === "") return { kind: "code_needed" };
  const begun = await begin(ctx, input, user);
  if (begun.kind !== "signed_in") return refuse(ctx, input, user, begun.kind);
  await auditSelf(ctx, input.door, user, {
    action: "self.signIn",
    code: null,
    sourceIp: input.sourceIp,
    detail: { secondFactor: begun.secondFactor },
  });
  // Whoever comes in sweeps the doorstep: real time has no round of its own (D-48 is the product's clock).
  ctx.background(eraseOldSignIns(ctx));
  return { kind: "signed_in", sessionId: begun.sessionId };
}

type Begun =
  | { readonly kind: "wrong" | "code_wrong" }
  | { readonly kind: "signed_in"; readonly sessionId: string; readonly secondFactor: SecondFactor | "none" };

/** A password or a second factor that changes at the same moment either ends this session or keeps it from beginning. */
function begin(ctx: Ctx, input: SignInInput, user: PersonRow): Promise<Begun> {
  const now = systemClock.now();
  const person = { door: input.door, userId: user.id };
  const sessionId = newSecretToken();
  return inTx(ctx.db, async (tx): Promise<Begun> => {
    if (!(await noteSignIn(tx, person, user, now))) return { kind: "wrong" };
    const { totpSecret, totpSince } = user;
    const taken = totpSince && (await takeSecondFactor(ctx, tx, person, { totpSecret, code: input.code }));
    if (totpSince && !taken) throw new CodeRefused();
    if (input.formerSessionId) await endSessionById(tx, input.door, input.formerSessionId, now);
    await insertSession(tx, {
      id: sessionId,
      person,
      now,
      expiresAt: plusMs(now, sessionLimits[input.door].wholeMs),
      sourceIp: input.sourceIp,
      userAgent: input.userAgent.slice(0, 400),
    });
    return { kind: "signed_in", sessionId, secondFactor: taken ?? "none" };
  }).catch((error: unknown) => {
    if (error instanceof CodeRefused) return { kind: "code_wrong" };
    throw error;
  });
}

/** Rolls back what a sign-in has begun to write. */
class CodeRefused extends Error {
  override name = "CodeRefused";
}

/** On record without being waited for: an address that is known answers no later than one that is not (ASVS 6.3.8). */
function refuse<K extends "wrong" | "code_wrong">(
  ctx: Ctx,
  { door, sourceIp }: SignInInput,
  user: PersonRow,
  kind: K,
): { kind: K } {
  const detail = { what: kind === "wrong" ? "password" : "code" };
  ctx.background(
    auditSelf(ctx, door, user, { action: "self.signIn", code: "unauthorized", detail, sourceIp }),
  );
  return { kind };
}
