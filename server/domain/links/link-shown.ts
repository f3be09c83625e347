import type { LinkScene } from "./link-page";

/**
 * What a page in front of a buyer shows, as one word: a page that waits asks for it and comes again when it has changed.
 * An attempt has three: it is waited for; it may be given up; its capture runs, and it may be paid already (D-10).
 * @param now UTC, by the product's clock
 */
export function shownOf(scene: LinkScene, now: Date): string {
  if (scene.kind !== "in_progress") return scene.kind;
  const { canGiveUpFrom } = scene.progress;
  if (canGiveUpFrom === null) return "in_progress_settling";
  return canGiveUpFrom <= now ? "in_progress_can_give_up" : "in_progress";
}
