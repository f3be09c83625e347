/**
 * The product's clock, the only source of time for payments, links, refunds and deliveries. People, sessions and the
 * executor use the time of the machine (D-47), which use cases take from `RealTime` (D-385).
 */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock for tests that changes only when the test moves it. */
export class FixedClock implements Clock {
  constructor(private instant: Date = new Date("2026-11-20T09:00:00.000Z")) {}
  now(): Date {
    return new Date(this.instant);
  }
  set(instant: Date): void {
    this.instant = instant;
  }
  advanceMs(ms: number): void {
    this.instant = new Date(this.instant.getTime() + ms);
  }
}

export const seconds = (n: number): number => n * 1000;
export const minutes = (n: number): number => n * 60_000;
export const hours = (n: number): number => n * 3_600_000;
export const days = (n: number): number => n * 86_400_000;

/**
 * Returns the later of two instants. The clocks of two processes may differ, so an event that follows another one is
 * given at least the time of the first.
 */
export const laterOf = (a: Date, b: Date): Date => (a > b ? a : b);

export const plusMs = (instant: Date, ms: number): Date => new Date(instant.getTime() + ms);
