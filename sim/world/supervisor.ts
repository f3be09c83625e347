import { minutes } from "@/server/domain/clock";
import type { Draws } from "./draws";
import { Lane, type Owner } from "./lane";
import { Machine, type Surroundings } from "./machine";
import { skewMsMax } from "./sim-time";

/** The probability that two processes sweep at the same minute, because the cron came to both. */
const bothSweep = 0.15;

/**
 * Starts the processes of the product, and another one for each that dies, as a supervisor of an operator does. Each
 * minute it lets one of them do what is due.
 */
export class Supervisor {
  /** The processes that run and take requests. */
  readonly machines: Machine[] = [];
  private readonly dying = new Set<Owner>();
  /** The owner of the minutes, apart from those of people, because none of them waits for one. */
  private readonly cron: Owner = { name: "cron", isAlive: true };
  private starts = 0;
  /** How many processes have died. */
  deaths = 0;
  /** The instant until which it is known that nothing was due, ms. */
  private quietUntil = 0;
  /** When the last whole sweep of the processes that have died began, ms. */
  private sweptBefore = 0;

  constructor(
    private readonly around: Surroundings,
    private readonly outside: Owner,
    private readonly draws: Draws,
  ) {}

  /** Begins the minutes, in each of which due work is done. They go on to the end of the world. */
  beginMinutes(): void {
    const { time } = this.around;
    const lane = new Lane("cron", this.cron);
    const ring = (): void => {
      if (time.ms > this.quietUntil) this.sweep();
      this.beginMinutes();
    };
    time.set(lane, "a minute begins", minutes(1) - (time.ms % minutes(1)), ring);
  }

  /** Lets no process look for due work before an instant, because nothing is due by then and nothing else happens. */
  rest(until: number): void {
    this.quietUntil = until;
  }

  private sweep(): void {
    const swept = this.draws.chance(bothSweep) ? 2 : 1;
    const first = this.draws.between(0, Math.max(0, this.machines.length - 1));
    for (let place = 0; place < Math.min(swept, this.machines.length); place += 1) {
      this.machines[(first + place) % this.machines.length]?.jobs.sweep();
    }
  }

  /** Returns when the last sweep began that did all that was due, ms; 0 before the first. */
  sweptFrom(): number {
    return Math.max(this.sweptBefore, ...this.machines.map(({ jobs }) => jobs.sweptFrom() ?? 0));
  }

  /** Lets a process die after the step that is happening. */
  condemn(owner: Owner): void {
    this.dying.add(owner);
  }

  /** Ends the processes that were condemned. Returns whether there were any. */
  async bury(): Promise<boolean> {
    const owners = [...this.dying];
    this.dying.clear();
    for (const owner of owners) {
      const place = this.machines.findIndex((machine) => machine.owner === owner);
      const [machine] = this.machines.splice(place, 1);
      this.around.trace.note(`${owner.name} dies`);
      this.deaths += 1;
      this.sweptBefore = Math.max(this.sweptBefore, machine?.jobs.sweptFrom() ?? 0);
      await machine?.die();
      this.planStart();
    }
    return owners.length > 0;
  }

  async start(): Promise<string> {
    this.starts += 1;
    const machine = await Machine.start(this.around, {
      name: `p${this.starts}`,
      skewMs: this.draws.between(0, skewMsMax),
      connectionsMax: this.draws.between(2, 4),
    });
    this.machines.push(machine);
    return machine.owner.name;
  }

  /** Frees all processes at the end of a simulation. */
  async close(): Promise<void> {
    for (const machine of this.machines.splice(0)) await machine.close();
  }

  private planStart(): void {
    const { scheduler, time } = this.around;
    const lane = new Lane("supervisor", this.outside);
    time.set(lane, "the supervisor has noticed", this.draws.between(0, 20_000), () =>
      scheduler.offer(lane, { what: "a process is started", act: () => this.start() }),
    );
  }
}
