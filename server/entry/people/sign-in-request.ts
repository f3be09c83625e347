import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { getContext } from "@/server/context";
import { AppError, type Language } from "@/server/domain/errors";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { errorResponse, languageOf, requestFacts } from "../http/http";
import { signInOptions } from "./sign-in-options";

/** What of next-auth is in use; its own pages and its session endpoint are not (the row is what counts, not the cookie). */
const served = new Set(["GET csrf", "POST callback/credentials", "POST signout"]);

interface RouteContext {
  readonly params: Promise<{ nextauth: string[] }>;
}

/** Signs in and out. Beside next-auth's own token, a request must come from a page of ours (S14). */
export async function answerSignIn(
  request: NextRequest,
  context: RouteContext,
  door: SignInDoor,
): Promise<Response> {
  const { nextauth } = await context.params;
  const language = languageOf(request);
  const { origins } = getContext();
  if (!served.has(`${request.method} ${nextauth.join("/")}`)) return refused("not_found", language);
  if (request.method === "POST" && request.headers.get("origin") !== origins.panel) {
    return refused("access_denied", language);
  }
  // A form's fields are texts; next-auth would also read JSON, and pass on whatever stands in it.
  if (request.method === "POST" && !isForm(request)) return refused("unsupported_media_type", language);
  const answer = (await NextAuth(request, context, signInOptions(door))) as Response;
  const target = answer.headers.get("location");
  if (target === null) return answer;
  const headers = new Headers(answer.headers);
  headers.set("location", pageAfter(target, `${origins.panel}/${door}`));
  return new Response(answer.body, { status: answer.status, headers });
}

/** Where a browser goes whose form was not sent by script: in, or back to the door's page with the reason. */
function pageAfter(target: string, home: string): string {
  const { pathname, searchParams } = new URL(target, home);
  if (!/\/(error|signin)$/.test(pathname)) return home;
  const reason = searchParams.get("error") ?? "failed";
  return `${home}/sign-in?error=${encodeURIComponent(reason)}`;
}

const isForm = ({ headers }: Request): boolean =>
  /^application\/x-www-form-urlencoded(;|$)/i.test(headers.get("content-type") ?? "");

const refused = (
  code: "not_found" | "access_denied" | "unsupported_media_type",
  language: Language,
): Response => errorResponse(new AppError(code), requestFacts().traceId, language);
