import type { LinkState } from "./link-page";

/**
 * Returns a key for what the link's page shows. A page that waits for the outcome polls this key, and reloads when it
 * has changed. An attempt in progress has three keys: it is waited for, the buyer may give it up, or its capture is in
 * progress, so that it may already be paid (D-10).
 * @param now the time by the product's clock, UTC
 */
export function toPageState(state: LinkState, now: Date): string {
  if (state.kind !== "in_progress") return state.kind;
  const { canGiveUpFrom } = state.progress;
  if (canGiveUpFrom === null) return "in_progress_settling";
  return canGiveUpFrom <= now ? "in_progress_can_give_up" : "in_progress";
}
