import type { RealTime } from "@/server/domain/real-time";
import type { Lane, Owner } from "./lane";
import type { Scheduler } from "./scheduler";

/** How far the clock of a machine may be ahead of another one's, ms. */
export const skewMsMax = 1_000;

/** A pause or a time limit of an owner, which ends at an instant of the simulated time. */
interface Timer {
  readonly at: number;
  readonly number: number;
  readonly owner: Owner;
  readonly what: string;
  readonly lane: Lane;
  ring(): void;
}

/** The time of a simulation. It stands still while steps happen, and jumps to the next timer. */
export class SimTime {
  /** The simulated time, ms since the epoch. */
  ms: number;
  private readonly timers = new Set<Timer>();
  private made = 0;

  constructor(
    private readonly scheduler: Scheduler,
    start: Date,
  ) {
    this.ms = start.getTime();
  }

  now(): Date {
    return new Date(this.ms);
  }

  /** Sets a timer, and returns a function that withdraws it. Its end is a step of the lane. */
  set(lane: Lane, what: string, ms: number, ring: () => void): () => void {
    const { owner } = lane;
    this.scheduler.stir();
    if (!owner.isAlive) return () => undefined;
    this.made += 1;
    const timer = { at: this.ms + Math.max(0, Math.ceil(ms)), number: this.made, owner, what, lane, ring };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  }

  /** Waits in a lane. */
  pause(lane: Lane, what: string, ms: number): Promise<void> {
    return new Promise((resolve) => void this.set(lane, what, ms, resolve));
  }

  /**
   * Returns the instant of the next timer, ms; null without one.
   * @param owner whose timers are looked at; by default all of them
   */
  next(owner?: Owner): number | null {
    const timers = [...this.timers].filter((timer) => owner === undefined || timer.owner === owner);
    const instants = timers.map(({ at }) => at);
    return instants.length === 0 ? null : Math.min(...instants);
  }

  /** Moves to an instant and offers the end of each timer that is due by then. */
  moveTo(ms: number): void {
    this.ms = Math.max(this.ms, ms);
    const due = [...this.timers].filter(({ at }) => at <= this.ms).sort((a, b) => a.at - b.at || a.number - b.number);
    for (const timer of due) {
      this.timers.delete(timer);
      this.scheduler.offer(timer.lane, {
        what: timer.what,
        act: () => {
          timer.ring();
          return "";
        },
      });
    }
  }

  drop(owner: Owner): void {
    for (const timer of this.timers) if (timer.owner === owner) this.timers.delete(timer);
  }

  /** The real time as a process of the product sees it. @param skewMs how far the clock of its machine is ahead */
  seenBy(open: (name: string) => Lane, skewMs: number): RealTime {
    let made = 0;
    const laneOf = (): Lane => open(`timer ${++made}`);
    return {
      now: () => new Date(this.ms + skewMs),
      monotonicMs: () => this.ms,
      sleep: (ms) => this.pause(laneOf(), `a pause of ${Math.ceil(ms)} ms ends`, ms),
      after: (ms, work) => this.set(laneOf(), `${Math.ceil(ms)} ms are over`, ms, work),
    };
  }
}
