import type { LinkScene } from "./link-page";

/**
 * What a page in front of a buyer shows, as one word: a page that waits asks for it and comes again when it has changed.
 * From when the attempt may be given up the waiting page is another one.
 * @param now UTC, by the product's clock
 */
export function shownOf(scene: LinkScene, now: Date): string {
  if (scene.kind !== "in_progress") return scene.kind;
  const { canGiveUpFrom } = scene.progress;
  return canGiveUpFrom !== null && canGiveUpFrom <= now ? "in_progress_can_give_up" : "in_progress";
}
