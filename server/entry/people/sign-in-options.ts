import type { AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { getContext } from "@/server/context";
import { systemClock } from "@/server/domain/clock";
import { type SignInDoor, sessionLimits } from "@/server/domain/people/sign-in";
import { endSession } from "@/server/usecases/people/end-session";
import { pageLanguage } from "../http/page-language";
import { readCallerFacts } from "../http/request-facts";
import { rateLimits } from "../limits/rate-limits";
import { findDeviceId } from "./device-cookie";
import { type PasskeyAttempt, readShownPasskey, tryPasskey } from "./passkey-attempt";
import { findPasskeyHolder } from "./passkey-cookie";
import { type SignInAttempt, trySignIn } from "./sign-in-attempt";
import { cookieSecret, findSessionId, markAddress, sessionCookie } from "./sign-in-cookie";

/** What a sign-in needs of its request besides the form. */
interface SignInSettings {
  readonly headers: Pick<Headers, "get">;
  /** Called with the address of a person who has signed in completely. */
  onSignedIn(email: string): void;
}

/**
 * Returns next-auth's settings for a door. The cookie holds only the sealed id of a session; every request checks the
 * session's row in the database. next-auth 4 has no database sessions for credentials, so its strategy is `jwt`.
 */
export function signInOptions(door: SignInDoor, settings: SignInSettings): AuthOptions {
  const ctx = getContext();
  const secret = ctx.env.authSecret.reveal();
  const home = ctx.origins.panel + (door === "panel" ? "/panel" : "/staff");
  const maxAge = sessionLimits[door].wholeMs / 1000;
  const cookie = (name: string) => ({
    name,
    options: { httpOnly: true, secure: true, sameSite: "lax" as const, path: "/" },
  });
  return {
    secret: cookieSecret(secret, door),
    useSecureCookies: true,
    // next-auth treats every cookie whose name begins with the session cookie's name as a part of that cookie.
    cookies: {
      sessionToken: cookie(sessionCookie[door]),
      csrfToken: cookie(`__Host-csrf-${door}`),
      callbackUrl: cookie(`__Host-callback-${door}`),
    },
    session: { strategy: "jwt", maxAge },
    jwt: { maxAge },
    pages: { signIn: `${home}/sign-in`, signOut: `${home}/sign-in`, error: `${home}/sign-in` },
    providers: [
      CredentialsProvider({
        credentials: { email: {}, password: {}, code: {}, passkey: {} },
        authorize: (credentials) => authorize(door, credentials ?? {}, settings),
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => ({ sessionId: user ? user.id : token.sessionId }),
      redirect: () => home,
    },
    events: {
      signOut: async ({ token }) => {
        const { sourceIp } = readCallerFacts();
        if (typeof token?.sessionId === "string") {
          await endSession(ctx, { door, sessionId: token.sessionId, sourceIp });
        }
      },
    },
    logger: {
      error: (code, metadata) => ctx.log.error({ code, err: metadata }, "Sign-in failed with an unexpected error"),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

/** Signs in and returns the session. A refusal is thrown as the word that the page reads (`sign-in-client.ts`). */
async function authorize(
  door: SignInDoor,
  { email = "", password = "", code = "", passkey = "" }: Readonly<Record<string, string | undefined>>,
  { headers, onSignedIn }: SignInSettings,
): Promise<{ id: string }> {
  const ctx = getContext();
  const authSecret = ctx.env.authSecret.reveal();
  const start = {
    door,
    sourceIp: readCallerFacts().sourceIp,
    userAgent: headers.get("user-agent") ?? "",
    language: pageLanguage(headers),
    formerSessionId: await findSessionId(headers, door, authSecret),
  };
  const shown = readShownPasskey(passkey, findPasskeyHolder(headers, door));
  const outcome = await attempt().catch((error: unknown) => {
    ctx.log.error({ err: error }, "Sign-in failed with an unexpected error");
    return { kind: "failed" } as const;
  });
  if (outcome.kind === "signed_in") {
    onSignedIn("email" in outcome ? outcome.email : email);
    return { id: outcome.sessionId };
  }
  const wait = outcome.kind === "rate_limited" ? `:${outcome.retryAfterSeconds}` : "";
  // next-auth passes only the message of a thrown error to the page.
  throw new Error(outcome.kind + wait);

  function attempt(): Promise<SignInAttempt | PasskeyAttempt> {
    // The cookie of the challenge may have ended meanwhile; that is no wrong password.
    if (email === "" && passkey !== "" && !shown) return Promise.resolve({ kind: "passkey_refused" });
    if (email === "" && shown) return tryPasskey(ctx, rateLimits(), { ...start, passkey: shown });
    const addressMark = markAddress(authSecret, door, email);
    const input = { ...start, email, password, code, passkey: shown, addressMark };
    const deviceId = findDeviceId(headers, { door, authSecret }, email, systemClock.now());
    return trySignIn(ctx, rateLimits(), input, deviceId);
  }
}
