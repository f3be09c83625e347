import { generateURI } from "otplib";
import { AppError } from "@/server/domain/errors";
import { drawCharacters } from "@/server/domain/random";
import { findPerson, setTotpSecret } from "@/server/store/people/people";
import type { Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { totpPurpose } from "./shared/second-factor";

const issuers = { panel: "Vezne", staff: "Vezne Staff" } as const;

/** The alphabet of base 32 (RFC 4648), in which apps read secrets. */
const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * Creates a new secret of 160 bits for an authenticator app (SHA-1, six digits, 30 s, which all apps support). The app
 * becomes active when a code of it is given (`finishSecondFactor`). Throws validation_error where an app is active
 * already.
 */
export async function startSecondFactor(
  ctx: Ctx,
  { person }: { readonly person: Person },
): Promise<{ secret: string; uri: string }> {
  const user = await findPerson(ctx.db, person);
  if (!user) throw new AppError("unauthorized");
  const secret = drawCharacters(ctx.random, 32, base32);
  const sealed = ctx.vault.seal(totpPurpose(user.id), secret);
  if (!(await setTotpSecret(ctx.db.prisma, person, sealed))) {
    throw new AppError("validation_error", "The second factor is on already");
  }
  return { secret, uri: generateURI({ issuer: issuers[person.door], label: user.email, secret }) };
}
