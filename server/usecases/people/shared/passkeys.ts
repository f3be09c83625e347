import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { minutes, plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import { newSecretToken, tokenHash } from "@/server/domain/ids";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import {
  consumeChallenge,
  findPasskey,
  insertChallenge,
  type KnownPasskey,
  type PasskeyPurpose,
} from "@/server/store/people/passkeys";
import type { Ctx } from "@/server/usecases/ctx";

/** The algorithms of signatures: ES256, EdDSA and RS256, which all authenticators have one of. */
export const passkeyAlgorithms = [-7, -8, -257];

/** How long a challenge can be answered, in ms: people look for a security key. */
export const challengeMs = minutes(5);

/** For what and to whom a challenge is given. */
export interface ChallengeUse {
  readonly purpose: PasskeyPurpose;
  /** The id of the session, or the secret of the cookie of a browser that signs in. */
  readonly holder: string;
}

/** Returns the relying party (WebAuthn): the host of the panel, and the only origin whose signatures count. */
export const getRelyingParty = ({ origins }: Ctx): { readonly id: string; readonly origin: string } => ({
  id: new URL(origins.panel).hostname,
  origin: new URL(origins.panel).origin,
});

/** Makes a challenge that can be answered once, by its holder. */
export async function makeChallenge(ctx: Ctx, { purpose, holder }: ChallengeUse): Promise<string> {
  const now = ctx.realTime.now();
  const challenge = newSecretToken(ctx.random);
  await insertChallenge(
    ctx.db,
    { challenge, purpose, holder: toHolder(holder), expiresAt: plusMs(now, challengeMs) },
    now,
  );
  return challenge;
}

const toHolder = (secret: string): string => tokenHash(secret).toString("base64url");

/** Makes the options for a signature by one of these passkeys; by any passkey of the site where there are none. */
export async function makeSignatureOptions(
  ctx: Ctx,
  use: ChallengeUse,
  allowed: readonly { readonly credentialId: string; readonly transports: readonly string[] }[],
) {
  const challenge = await makeChallenge(ctx, use);
  return generateAuthenticationOptions({
    rpID: getRelyingParty(ctx).id,
    challenge: Uint8Array.from(Buffer.from(challenge, "base64url")),
    allowCredentials: allowed.map(({ credentialId: id, transports }) => ({
      id,
      transports: [...transports] as never[],
    })),
    userVerification: "required",
    timeout: challengeMs,
  });
}

/** Takes the challenge that a response answers out of use; throws the refusal where it is not open for the holder. */
async function takeChallenge(ctx: Ctx, use: ChallengeUse, clientDataJSON: string): Promise<string> {
  const challenge = readChallenge(clientDataJSON);
  const given = { challenge, purpose: use.purpose, holder: toHolder(use.holder) };
  if (!(await consumeChallenge(ctx.db, given, ctx.realTime.now()))) throw refusedPasskey("The challenge is not open");
  return challenge;
}

function readChallenge(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()) as { challenge?: unknown };
    return typeof challenge === "string" ? challenge : "";
  } catch {
    return "";
  }
}

/** The refusal of a passkey, which does not say why. */
export const refusedPasskey = (why: string): AppError =>
  new AppError("validation_error", why, { problem: problem("passkey_refused") });

/** A signature that was verified: by which passkey, and its new count of signatures. */
export interface VerifiedPasskey {
  readonly passkey: KnownPasskey;
  readonly newCounter: number;
}

/**
 * Verifies the signature of a passkey of a door: challenge, origin, host, the verification of the user by the
 * authenticator, and that the count of signatures has grown. The challenge is used up in every case. The caller records
 * the use in its transaction. Throws validation_error.
 */
export async function verifySignature(
  ctx: Ctx,
  door: SignInDoor,
  use: ChallengeUse,
  response: AuthenticationResponseJSON,
): Promise<VerifiedPasskey> {
  const expectedChallenge = await takeChallenge(ctx, use, response.response.clientDataJSON);
  const passkey = await findPasskey(ctx.db, door, response.id);
  if (!passkey) throw refusedPasskey("The passkey is unknown");
  const party = getRelyingParty(ctx);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: { id: passkey.credentialId, publicKey: passkey.publicKey, counter: Number(passkey.counter) },
  }).catch((error: unknown) => {
    throw refusedPasskey(`The signature is refused: ${error}`);
  });
  if (!verified) throw refusedPasskey("The signature is wrong");
  return { passkey, newCounter: authenticationInfo.newCounter };
}

/** Verifies a new passkey of a session. Throws validation_error. */
export async function verifyNewPasskey(ctx: Ctx, sessionId: string, response: RegistrationResponseJSON) {
  const use = { purpose: "add", holder: sessionId } as const;
  const expectedChallenge = await takeChallenge(ctx, use, response.response.clientDataJSON);
  const party = getRelyingParty(ctx);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: passkeyAlgorithms,
  }).catch((error: unknown) => {
    throw refusedPasskey(`The passkey is refused: ${error}`);
  });
  if (!verified || !registrationInfo) throw refusedPasskey("The passkey is not verified");
  return registrationInfo.credential;
}
