import { type AppContext, getContext } from "@/server/context";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import type { WebRequest } from "@/server/request-store";
import { requestFacts } from "../http/http";
import { pageLanguage } from "../http/page-language";
import { rateLimits } from "../limits/rate-limits";
import type { AnySession, DoorContext } from "../trpc/trpc-door";
import { sessionIdOf } from "./sign-in-cookie";

/** Who is signed in to a door by a request's cookie, and what its procedures need besides. */
export async function signedInDoor<S extends AnySession>(
  door: SignInDoor,
  headers: Pick<WebRequest["headers"], "get">,
  find: (ctx: AppContext, sessionId: string) => Promise<S | null>,
): Promise<DoorContext<S> & { readonly ctx: AppContext }> {
  const ctx = getContext();
  const sessionId = await sessionIdOf(headers, door, ctx.env.authSecret.reveal());
  return {
    ctx,
    session: sessionId === null ? null : await find(ctx, sessionId),
    facts: requestFacts(),
    language: pageLanguage(headers),
    limits: rateLimits(),
  };
}
