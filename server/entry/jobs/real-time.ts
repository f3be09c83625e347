import type { Clock } from "@/server/domain/clock";

/**
 * When the product's clock will show an instant, in real time, ISO; null stays null. Functions sleep in real time, and
 * in the sandbox the product's clock is ahead of it (D-47).
 */
export const inRealTime = (clock: Clock, instant: Date | null): string | null =>
  instant && new Date(Date.now() + instant.getTime() - clock.now().getTime()).toISOString();
