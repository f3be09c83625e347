import { systemClock } from "@/server/domain/clock";
import { endSessionById } from "@/server/store/sign-in-sessions";
import type { Ctx } from "./ctx";

/** Ends a session for good: its cookie is worth nothing from now on (S12). */
export const endSession = (ctx: Ctx, { sessionId }: { readonly sessionId: string }): Promise<unknown> =>
  endSessionById(ctx.db, sessionId, systemClock.now());
