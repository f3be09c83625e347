import type { LinkScene } from "@/server/domain/links/link-page";
import { recordOpen } from "@/server/store/links/links";
import type { Ctx } from "../ctx";
import { findLinkAt, sceneOfFound } from "./link-view";

export interface OpenLinkInput {
  readonly token: string;
  /** Whether a buyer opens it, as far as the request tells (D-9): previews and prefetches do not. */
  readonly isOpening: boolean;
}

/** What a link's page shows; null: no link has this token. Opening it counts in every state that can still change. */
export async function openLink(ctx: Ctx, { token, isOpening }: OpenLinkInput): Promise<LinkScene | null> {
  const link = await findLinkAt(ctx, token);
  if (!link) return null;
  if (isOpening) await recordOpen(ctx.db, link.id, ctx.clock.now());
  return sceneOfFound(link);
}
