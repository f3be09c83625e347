import { type AppContext, getContext } from "@/server/context";
import type { WebRequest } from "@/server/request-store";
import { findPanelSession, type PanelSession } from "@/server/usecases/find-session";
import { requestFacts } from "../http";
import { pageLanguage } from "../page-language";
import { rateLimits } from "../rate-limits";
import { sessionIdOf } from "../sign-in-cookie";
import type { PanelDoorContext } from "./door";

/** Who is signed in to the panel by a request's cookie. */
export async function panelSessionOf(
  headers: Pick<WebRequest["headers"], "get">,
  ctx: AppContext = getContext(),
): Promise<PanelSession | null> {
  const sessionId = await sessionIdOf(headers, "panel", ctx.env.authSecret.reveal());
  return sessionId === null ? null : findPanelSession(ctx, sessionId);
}

export async function panelDoorOf(headers: Pick<WebRequest["headers"], "get">): Promise<PanelDoorContext> {
  const ctx = getContext();
  return {
    ctx,
    session: await panelSessionOf(headers, ctx),
    facts: requestFacts(),
    language: pageLanguage(headers),
    limits: rateLimits(),
  };
}
