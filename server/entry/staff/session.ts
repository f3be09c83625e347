import { type AppContext, getContext } from "@/server/context";
import type { WebRequest } from "@/server/request-store";
import { findStaffSession, type StaffSession } from "@/server/usecases/find-session";
import { requestFacts } from "../http";
import { pageLanguage } from "../page-language";
import { rateLimits } from "../rate-limits";
import { sessionIdOf } from "../sign-in-cookie";
import type { StaffDoorContext } from "./door";

/** Who is signed in to the back-office by a request's cookie. */
export async function staffSessionOf(
  headers: Pick<WebRequest["headers"], "get">,
  ctx: AppContext = getContext(),
): Promise<StaffSession | null> {
  const sessionId = await sessionIdOf(headers, "staff", ctx.env.authSecret.reveal());
  return sessionId === null ? null : findStaffSession(ctx, sessionId);
}

export async function staffDoorOf(headers: Pick<WebRequest["headers"], "get">): Promise<StaffDoorContext> {
  const ctx = getContext();
  return {
    ctx,
    session: await staffSessionOf(headers, ctx),
    facts: requestFacts(),
    language: pageLanguage(headers),
    limits: rateLimits(),
  };
}
