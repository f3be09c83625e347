import type { Draws } from "./draws";
import type { Lane, Owner, Step } from "./lane";
import type { Trace } from "./trace";

/** How the next step is drawn: each lane with the same chance, or by priorities that change now and then. */
export type Strategy = "uniform" | "priorities";

/**
 * Lets one step of the world happen after the other, in an order that the seed draws. Between two steps it waits until
 * no code of the simulated processes can go on by itself, so an order is repeated by drawing it again.
 */
export class Scheduler {
  /** The number of the step that happens, or happened last. */
  now = 0;
  /** Rises with everything that simulated code does; the world is at rest when it stands still. */
  private activity = 0;
  private readonly lanes = new Set<Lane>();
  private readonly priorities = new WeakMap<Lane, number>();

  constructor(
    private readonly draws: Draws,
    private readonly trace: Trace,
    private readonly strategy: Strategy,
  ) {}

  /** Adds a step to a lane. Where its owner is dead, it is dropped at once. */
  offer(lane: Lane, step: Step): void {
    this.activity += 1;
    if (!lane.owner.isAlive) step.drop?.();
    else {
      this.lanes.add(lane);
      lane.steps.push(step);
    }
  }

  /** Notes that a lane has something to do which was put there in another way. */
  readyAgain(lane: Lane): void {
    this.lanes.add(lane);
  }

  /** Notes that simulated code has done something that is no step. */
  stir(): void {
    this.activity += 1;
  }

  /** Returns the lanes that have something to do, in the order in which they came. */
  ready(): Lane[] {
    return [...this.lanes].filter((lane) => lane.steps.length > 0 && !lane.isBusy);
  }

  /** Draws one of the ready lanes. */
  choose(ready: readonly Lane[]): Lane {
    if (this.strategy === "uniform") return this.draws.pick(ready);
    if (this.draws.chance(1 / 24)) this.priorities.set(this.draws.pick(ready), -this.now);
    return ready.reduce((first, lane) => (this.priorityOf(lane) > this.priorityOf(first) ? lane : first));
  }

  private priorityOf(lane: Lane): number {
    const known = this.priorities.get(lane);
    if (known !== undefined) return known;
    const drawn = this.draws.between(1, 1_000_000);
    this.priorities.set(lane, drawn);
    return drawn;
  }

  /** Lets the first step of a lane happen, and waits until the world is at rest. */
  async happen(lane: Lane): Promise<void> {
    const step = lane.steps.shift();
    if (!step) throw new Error(`The lane ${lane.name} has nothing to do`);
    this.now += 1;
    const number = this.now;
    this.trace.line(number, lane.name, step.what, await step.act());
    await this.rest();
    if (lane.steps.length === 0) this.lanes.delete(lane);
  }

  /** Removes the steps of an owner that has died. */
  async drop(owner: Owner): Promise<void> {
    const dropped = [...this.lanes].filter((lane) => lane.owner === owner);
    for (const lane of dropped) this.lanes.delete(lane);
    for (const lane of dropped) for (const step of lane.steps.splice(0)) step.drop?.();
    await this.rest();
  }

  /**
   * Waits until no simulated code goes on by itself. All of its waits are steps of lanes, so promises and callbacks are
   * what is left, and these run before the event loop turns. Two turns without activity are more than needed.
   */
  async rest(): Promise<void> {
    for (let quietTurns = 0; quietTurns < 2; ) {
      const before = this.activity;
      await turn();
      quietTurns = this.activity === before ? quietTurns + 1 : 0;
    }
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
