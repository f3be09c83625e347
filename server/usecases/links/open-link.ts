import type { LinkState } from "@/server/domain/links/link-page";
import { recordOpen } from "@/server/store/links/links";
import type { Ctx } from "../ctx";
import { findCurrentLink, findLinkState } from "./shared/link-state";
import { findProbeLinkState } from "./shared/probe-link";

export interface OpenLinkInput {
  readonly token: string;
  /** Whether a buyer opens the link, as far as the request shows (D-9); previews and prefetches do not count. */
  readonly isOpening: boolean;
}

/**
 * Returns the state that a link's page shows; null if no link has this token. Records an opening, in every state that
 * can still change.
 */
export async function openLink(ctx: Ctx, { token, isOpening }: OpenLinkInput): Promise<LinkState | null> {
  const link = await findCurrentLink(ctx, token);
  if (!link) return findProbeLinkState(ctx, token);
  if (isOpening) await recordOpen(ctx.db, link.id, ctx.clock.now());
  return findLinkState(ctx, link);
}
