import { type AppContext, getContext } from "@/server/context";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { nameInLog, type WebRequest } from "@/server/request-store";
import { pageLanguage } from "../http/page-language";
import { readCallerFacts } from "../http/request-facts";
import { rateLimits } from "../limits/rate-limits";
import type { AnySession, DoorContext } from "../trpc/trpc-door";
import { findSessionId } from "./sign-in-cookie";

/** Reads the session of a request's cookie at a door, and the rest of the context that its procedures need. */
export async function readSignedInDoor<S extends AnySession>(
  door: SignInDoor,
  headers: Pick<WebRequest["headers"], "get">,
  find: (ctx: AppContext, sessionId: string) => Promise<S | null>,
): Promise<DoorContext<S> & { readonly ctx: AppContext }> {
  const ctx = getContext();
  const sessionId = await findSessionId(headers, door, ctx.env.authSecret.reveal());
  const session = sessionId === null ? null : await find(ctx, sessionId);
  if (session && "partnerId" in session) nameInLog({ partnerId: String(session.partnerId) });
  return {
    ctx,
    session,
    facts: readCallerFacts(),
    language: pageLanguage(headers),
    limits: rateLimits(),
  };
}
