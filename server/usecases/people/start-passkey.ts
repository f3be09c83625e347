import { generateRegistrationOptions } from "@simplewebauthn/server";
import { AppError } from "@/server/domain/errors";
import { listPasskeys } from "@/server/store/people/passkeys";
import { findPerson } from "@/server/store/people/people";
import type { Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { challengeMs, getRelyingParty, makeChallenge, passkeyAlgorithms } from "./shared/passkeys";

const names = { panel: "Vezne", staff: "Vezne Staff" } as const;

/**
 * Makes the options with which a browser creates a passkey (`finishPasskey` adds it): kept by the authenticator, so
 * that it signs in without an address, and only after the authenticator has verified the user (D-315).
 */
export async function startPasskey(
  ctx: Ctx,
  { person, sessionId }: { readonly person: Person; readonly sessionId: string },
) {
  const user = await findPerson(ctx.db, person);
  if (!user) throw new AppError("unauthorized");
  const known = await listPasskeys(ctx.db, person);
  const challenge = await makeChallenge(ctx, { purpose: "add", holder: sessionId });
  return generateRegistrationOptions({
    rpName: names[person.door],
    rpID: getRelyingParty(ctx).id,
    userName: user.email,
    userDisplayName: user.name,
    userID: Uint8Array.from(Buffer.from(`${person.door}:${user.id}`)),
    challenge: Uint8Array.from(Buffer.from(challenge, "base64url")),
    timeout: challengeMs,
    attestationType: "none",
    supportedAlgorithmIDs: passkeyAlgorithms,
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}
