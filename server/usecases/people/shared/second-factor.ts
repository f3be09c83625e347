import { timingSafeEqual } from "node:crypto";
import { generateSync } from "otplib";
import { hashRecoveryCode, newRecoveryCode, recoveryCodeCount } from "@/server/domain/people/recovery-code";
import type { Tx } from "@/server/store/db";
import { consumeTotpStep, type PersonRow } from "@/server/store/people/people";
import { consumeRecoveryCode, replaceRecoveryCodes } from "@/server/store/people/recovery-codes";
import type { Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "@/server/usecases/ctx";

/** The second factor that a user has shown in addition to the password. */
export type SecondFactor = "app" | "recovery_code" | "passkey";

/** Returns the vault purpose of an authenticator app's secret. */
export const totpPurpose = (userId: string): string => `totp:${userId}`;

/**
 * Returns whether the user's app is asked for at the sign-in and when the identity is confirmed. The seeded people of a
 * sandbox have an app whose code is not asked for there (D-225).
 */
export const isAppAsked = ({ totpSince, codeAtSignIn }: Pick<PersonRow, "totpSince" | "codeAtSignIn">): boolean =>
  totpSince !== null && codeAtSignIn;

/** Returns whether the password alone is not enough: an app is asked for, or the user has a passkey. */
export const isFactorNeeded = (user: Pick<PersonRow, "totpSince" | "codeAtSignIn" | "passkeySince">): boolean =>
  isAppAsked(user) || user.passkeySince !== null;

/**
 * Consumes the code of a user's app, or a recovery code, each once. Returns null where the code is neither. It runs in
 * the transaction of the action that it permits, so that a failed action does not use up a code. Real time (D-47).
 */
export async function consumeSecondFactor(
  ctx: Ctx,
  tx: Tx,
  person: Person,
  { totpSecret, code }: Pick<PersonRow, "totpSecret"> & { readonly code: string },
): Promise<SecondFactor | null> {
  const now = ctx.realTime.now();
  const recovery = hashRecoveryCode(code);
  if (recovery) return (await consumeRecoveryCode(tx, person, recovery, now)) ? "recovery_code" : null;
  if (!totpSecret) return null;
  const step = findTotpStep(ctx.vault.open(totpPurpose(person.userId), totpSecret), code, now);
  const isTaken = step !== null && (await consumeTotpStep(tx, person, Uint8Array.from(totpSecret), step));
  return isTaken ? "app" : null;
}

const stepSeconds = 30;
/** The accepted steps: the clock of a telephone may be one step behind or ahead. */
const drifts = [0, -1, 1];

/** Finds the step (RFC 6238: 30 s units since 1970) of a code; null where it belongs to no accepted step. */
export function findTotpStep(secret: string, typed: string, now: Date): bigint | null {
  const code = Buffer.from(typed.replace(/\s/g, ""));
  const present = Math.floor(now.getTime() / 1000 / stepSeconds);
  const step = drifts
    .map((drift) => present + drift)
    .find((candidate) => {
      const right = Buffer.from(generateSync({ secret, epoch: candidate * stepSeconds }));
      return right.length === code.length && timingSafeEqual(right, code);
    });
  return step === undefined ? null : BigInt(step);
}

/**
 * Creates ten new recovery codes, which replace the old ones. Only their hashes are stored, so they cannot be read
 * again.
 */
export async function makeRecoveryCodes(ctx: Ctx, tx: Tx, person: Person): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => newRecoveryCode(ctx.random));
  const hashes = codes.map(hashRecoveryCode).filter((hash) => hash !== null);
  await replaceRecoveryCodes(tx, person, hashes, ctx.realTime.now());
  return codes;
}
