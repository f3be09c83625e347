import type { Clock } from "@/server/domain/clock";

/**
 * Converts an instant of the product's clock to real time, as ISO text; null stays null. Functions sleep in real time,
 * and the sandbox clock may be ahead of it (D-47).
 */
export const toRealTime = (clock: Clock, instant: Date | null): string | null =>
  instant && new Date(Date.now() + instant.getTime() - clock.now().getTime()).toISOString();
