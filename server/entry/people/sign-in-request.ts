import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { getContext } from "@/server/context";
import { AppError, type Language } from "@/server/domain/errors";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { errorResponse } from "../http/json-answer";
import { readCallerFacts, readEnvelopeLanguage } from "../http/request-facts";
import { knowBrowser } from "./device-cookie";
import { signInOptions } from "./sign-in-options";

/**
 * The next-auth endpoints in use. Its pages and its session endpoint are not, because the session's row decides, not
 * the cookie.
 */
const served = new Set(["GET csrf", "POST callback/credentials", "POST signout"]);

interface RouteContext {
  readonly params: Promise<{ nextauth: string[] }>;
}

/**
 * Signs in and out. In addition to next-auth's CSRF token, a request must come from one of the product's own pages
 * (S14).
 */
export async function answerSignIn(request: NextRequest, context: RouteContext, door: SignInDoor): Promise<Response> {
  const { nextauth } = await context.params;
  const language = readEnvelopeLanguage(request);
  const { origins } = getContext();
  if (!served.has(`${request.method} ${nextauth.join("/")}`)) return refuse("not_found", language);
  if (request.method === "POST" && request.headers.get("origin") !== origins.panel) {
    return refuse("access_denied", language);
  }
  // The fields of a form are texts; next-auth would also read JSON and pass on values of any type.
  if (request.method === "POST" && !isForm(request)) return refuse("unsupported_media_type", language);
  let signedInAs: string | null = null;
  const settings = {
    headers: request.headers,
    onSignedIn: (email: string) => {
      signedInAs = email;
    },
  };
  const answer = (await NextAuth(request, context, signInOptions(door, settings))) as Response;
  const headers = new Headers(answer.headers);
  if (signedInAs !== null) headers.append("set-cookie", knowBrowser(request, door, signedInAs));
  const target = answer.headers.get("location");
  if (target !== null) headers.set("location", pageAfter(target, `${origins.panel}/${door}`));
  return new Response(answer.body, { status: answer.status, headers });
}

/**
 * Returns the next page of a browser that sent the form without a script: the door's start page, or sign-in with the
 * reason.
 */
function pageAfter(target: string, home: string): string {
  const { pathname, searchParams } = new URL(target, home);
  if (!/\/(error|signin)$/.test(pathname)) return home;
  const reason = searchParams.get("error") ?? "failed";
  return `${home}/sign-in?error=${encodeURIComponent(reason)}`;
}

const isForm = ({ headers }: Request): boolean =>
  /^application\/x-www-form-urlencoded(;|$)/i.test(headers.get("content-type") ?? "");

const refuse = (code: "not_found" | "access_denied" | "unsupported_media_type", language: Language): Response =>
  errorResponse(new AppError(code), readCallerFacts().traceId, language);
