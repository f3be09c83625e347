import type { AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { getContext } from "@/server/context";
import { type SignInDoor, sessionLimits } from "@/server/domain/people/sign-in";
import { endSession } from "@/server/usecases/people/end-session";
import { requestFacts } from "../http/http";
import { rateLimits } from "../limits/rate-limits";
import { trySignIn } from "./sign-in-attempt";
import { cookieSecret, sessionCookie, sessionIdOf } from "./sign-in-cookie";

/**
 * next-auth's settings of a door. The cookie holds the sealed id of a session and nothing else; whether it holds is the row's
 * to say, at every request (toolchain of sessions: credentials have no database sessions in next-auth 4).
 */
export function signInOptions(door: SignInDoor): AuthOptions {
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
    // next-auth takes every cookie that begins with the session's name for a part of it.
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
        credentials: { email: {}, password: {}, code: {} },
        authorize: (credentials, request) =>
          authorize(door, credentials ?? {}, {
            get: (name: string) => headerOf(request.headers, name),
          }),
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => ({ sessionId: user ? user.id : token.sessionId }),
      redirect: () => home,
    },
    events: {
      signOut: async ({ token }) => {
        const { sourceIp } = requestFacts();
        if (typeof token?.sessionId === "string") {
          await endSession(ctx, { door, sessionId: token.sessionId, sourceIp });
        }
      },
    },
    logger: {
      error: (code, metadata) =>
        ctx.log.error({ code, err: metadata }, "Signing in failed in an unexpected way"),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

/** Who signs in, or why they do not, as the word that the page reads (`sign-in-client.ts`). */
async function authorize(
  door: SignInDoor,
  { email = "", password = "", code = "" }: Readonly<Record<string, string | undefined>>,
  headers: { get(name: string): string | null },
): Promise<{ id: string }> {
  const ctx = getContext();
  const outcome = await trySignIn(ctx, rateLimits(), {
    door,
    email,
    password,
    code,
    sourceIp: requestFacts().sourceIp,
    userAgent: headers.get("user-agent") ?? "",
    formerSessionId: await sessionIdOf(headers, door, ctx.env.authSecret.reveal()),
  }).catch((error: unknown) => {
    ctx.log.error({ err: error }, "Signing in failed in an unexpected way");
    return { kind: "failed" } as const;
  });
  if (outcome.kind === "signed_in") return { id: outcome.sessionId };
  const wait = outcome.kind === "rate_limited" ? `:${outcome.retryAfterSeconds}` : "";
  // The library hands the message of what is thrown on to the page, and nothing else.
  throw new Error(outcome.kind + wait);
}

const headerOf = (headers: Record<string, unknown> | undefined, name: string): string | null => {
  const value = headers?.[name];
  return typeof value === "string" ? value : null;
};
