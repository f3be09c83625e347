import { timingSafeEqual } from "node:crypto";
import { generateSync } from "otplib";
import { systemClock } from "@/server/domain/clock";
import { newRecoveryCode, recoveryCodeCount, recoveryCodeHash } from "@/server/domain/people/recovery-code";
import type { Tx } from "@/server/store/db";
import { type PersonRow, takeTotpStep } from "@/server/store/people/people";
import { replaceRecoveryCodes, takeRecoveryCode } from "@/server/store/people/recovery-codes";
import type { Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";

/** What stands beside the password. */
export type SecondFactor = "app" | "recovery_code";

/** What the secret of an authenticator app is sealed for. */
export const totpPurpose = (userId: string): string => `totp:${userId}`;

/**
 * Takes the code of a user's app, or a recovery code, each once; null where it is neither. In the transaction of what it
 * lets happen, so that a code is not spent on nothing. Real time (D-47).
 */
export async function takeSecondFactor(
  ctx: Ctx,
  tx: Tx,
  person: Person,
  { totpSecret, code }: Pick<PersonRow, "totpSecret"> & { readonly code: string },
): Promise<SecondFactor | null> {
  const now = systemClock.now();
  const recovery = recoveryCodeHash(code);
  if (recovery) return (await takeRecoveryCode(tx, person, recovery, now)) ? "recovery_code" : null;
  if (!totpSecret) return null;
  const step = stepOf(ctx.vault.open(totpPurpose(person.userId), totpSecret), code, now);
  const isTaken = step !== null && (await takeTotpStep(tx, person, Uint8Array.from(totpSecret), step));
  return isTaken ? "app" : null;
}

const stepSeconds = 30;
/** A telephone's clock may be a step behind or ahead of ours. */
const drifts = [0, -1, 1];

/** The step (RFC 6238: 30 s since 1970) whose code this is; null: of none that counts now. */
export function stepOf(secret: string, typed: string, now: Date): bigint | null {
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

/** Ten new recovery codes in the place of the old ones. This is the only time that they can be read. */
export async function makeRecoveryCodes(tx: Tx, person: Person): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  const hashes = codes.map(recoveryCodeHash).filter((hash) => hash !== null);
  await replaceRecoveryCodes(tx, person, hashes, systemClock.now());
  return codes;
}
