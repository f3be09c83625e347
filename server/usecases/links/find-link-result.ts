import type { LinkScene } from "@/server/domain/links/link-page";
import type { LinkStatus } from "@/server/domain/states";
import type { Ctx } from "../ctx";
import { merchantPage } from "../link-url";
import { findLinkAt, sceneOfFound } from "./link-view";

export type FoundLinkResult =
  /** The outcome is not known yet. */
  | { readonly kind: "waiting"; readonly scene: Extract<LinkScene, { kind: "in_progress" }> }
  /** The merchant's own page of the outcome (§4.1.2 rule 3). */
  | { readonly kind: "redirect"; readonly url: string }
  /** The link's page says it. */
  | { readonly kind: "here" };

/** Where a buyer who has been at the bank goes with a link's outcome; null: no link has this token. */
export async function findLinkResult(
  ctx: Ctx,
  { token }: { token: string },
): Promise<FoundLinkResult | null> {
  const link = await findLinkAt(ctx, token);
  if (!link) return null;
  const scene = sceneOfFound(link);
  if (scene.kind === "in_progress") return { kind: "waiting", scene };
  const ending = endings[link.status];
  const url = ending ? merchantPage(link, ending) : null;
  return url === null ? { kind: "here" } : { kind: "redirect", url };
}

const endings: Partial<Record<LinkStatus, "success" | "failure">> = {
  completed: "success",
  failed: "failure",
};
