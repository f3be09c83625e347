import pg from "pg";
import { days, plusMs } from "@/server/domain/clock";
import { createSeededRandom } from "@/server/testing/world/seeded-random";
import { BankNetwork } from "./bank-network";
import { BankOffice } from "./bank-office";
import { Doors } from "./doors";
import { Draws } from "./draws";
import { History } from "./history";
import type { Lane, Owner } from "./lane";
import { Locks } from "./locks";
import type { Surroundings } from "./machine";
import type { MachineParts } from "./machine-parts";
import { createNotes } from "./notes";
import { Observer } from "./observer";
import type { PrismaStock } from "./prisma-stock";
import { createProductBanks } from "./product-banks";
import { createProductLog } from "./product-log";
import { Receivers } from "./receivers";
import { Scheduler, type Strategy } from "./scheduler";
import { SimTime } from "./sim-time";
import { Supervisor } from "./supervisor";
import { Trace } from "./trace";
import { calm, type Weather } from "./weather";

export interface WorldSettings {
  readonly seed: string;
  readonly databaseUrl: string;
  readonly stock: PrismaStock;
  readonly start: Date;
  readonly strategy: Strategy;
  readonly weather: Weather;
  /** Whether nothing goes wrong before `beginTroubles`. */
  readonly startsCalm: boolean;
  /** How many processes of the product there are. */
  readonly processes: number;
  /** The step after which troubles end and steps happen in the order in which they were offered; null for never. */
  readonly troubleUntil: number | null;
  readonly keepsTrace: boolean;
}

/** How often what a simulation is about has happened. */
export interface Troubles {
  readonly crashes: number;
  readonly lockWaits: number;
  /** What went wrong on the way to a bank and back. */
  readonly bankMishaps: number;
  /** The credits that a bank did twice. */
  readonly repeatedCredits: number;
}

/** Thrown where a simulation does not end, because something waits for ever or repeats itself without an end. */
export class EndlessWorld extends Error {}

/** The steps after which a simulation counts as endless. */
const stepsMax = 30_000;

/** A simulated world: processes of the product on a database of their own, with the banks and people around them. */
export class World {
  readonly outside: Owner = { name: "outside", isAlive: true };
  readonly notes = createNotes();
  readonly draws: Draws;
  readonly trace: Trace;
  readonly scheduler: Scheduler;
  readonly time: SimTime;
  readonly history: History;
  readonly network: BankNetwork;
  readonly receivers: Receivers;
  readonly doors: Doors;
  readonly supervisor: Supervisor;
  readonly observer: Observer;
  private readonly locks: Locks;
  private weather: Weather;
  private watching: { readonly everySteps: number; look(): Promise<void> } | null = null;
  /** How many people still do something. */
  private busy = 0;
  private failure: { readonly error: unknown } | null = null;

  private constructor(
    private readonly settings: WorldSettings,
    readonly control: pg.Client,
    readonly bank: BankOffice,
  ) {
    const { seed, start, strategy, weather, startsCalm, keepsTrace, stock } = settings;
    this.draws = new Draws(seed);
    this.trace = new Trace(keepsTrace);
    this.scheduler = new Scheduler(this.draws.of("order"), this.trace, strategy);
    this.time = new SimTime(this.scheduler, start);
    this.history = new History(this.scheduler, this.time);
    this.locks = new Locks(control);
    this.weather = startsCalm ? calm : weather;
    bank.join(this);
    const { scheduler, time, outside } = this;
    const shared = { scheduler, time, outside, weather: () => this.weather };
    const deliver = bank.answerServer.bind(bank);
    const { notes } = this;
    this.network = new BankNetwork({ ...shared, notes, draws: this.draws.of("bank network"), deliver });
    this.receivers = new Receivers({ ...shared, draws: this.draws.of("receivers") });
    this.supervisor = new Supervisor(this.createSurroundings(), outside, this.draws.of("supervisor"));
    const serving = () => this.supervisor.machines;
    this.doors = new Doors({ ...shared, draws: this.draws.of("doors"), serving });
    this.observer = Observer.open(control, stock);
  }

  static async open(settings: WorldSettings): Promise<World> {
    const control = new pg.Client({ connectionString: settings.databaseUrl });
    control.on("error", () => undefined);
    await control.connect();
    return new World(settings, control, await BankOffice.open(settings.databaseUrl, settings.seed));
  }

  /** Starts the processes and lets people act until all of them have done what they wanted. */
  async run(people: readonly ((world: World) => Promise<void>)[]): Promise<void> {
    for (let number = 1; number <= this.settings.processes; number += 1) await this.supervisor.start();
    this.supervisor.beginMinutes();
    for (const act of people) this.let(() => act(this));
    await this.goOn(() => this.busy === 0);
  }

  /** Has this called each time that so many steps have happened. */
  watch(everySteps: number, look: () => Promise<void>): void {
    this.watching = { everySteps, look };
  }

  /** Begins the troubles of a world that starts calm. */
  beginTroubles(): void {
    this.weather = this.settings.weather;
  }

  /** Ends all troubles: from now on nothing is lost, and no process dies. */
  calmDown(): void {
    this.weather = calm;
  }

  /** Lets a person act beside the others. */
  let(act: () => Promise<void>): void {
    this.busy += 1;
    const failed = (error: unknown): void => {
      this.failure ??= { error };
    };
    act()
      .catch(failed)
      .finally(() => {
        this.busy -= 1;
      });
  }

  /** Whether a request of a person, or a message to or from a bank, is under way. */
  get isAnythingUnderWay(): boolean {
    return this.busy > 0 || this.doors.open > 0 || this.network.open > 0;
  }

  /** Lets the world go on until this holds and nothing else can happen without time. */
  async goOn(isOver: () => boolean): Promise<void> {
    for (;;) {
      await this.settle();
      const ready = this.scheduler.ready();
      if (ready.length > 0) await this.happen(ready);
      else if (isOver()) return;
      else await this.passTime();
    }
  }

  /**
   * Moves the time to the next instant at which something happens. While no request is under way, the processes only
   * wait for the next sweep, so the time jumps to what people do next, or to the sweep that finds something due.
   */
  async passTime(): Promise<void> {
    const any = this.time.next();
    if (any === null) throw new EndlessWorld("Nothing can happen any more");
    const outside = this.time.next(this.outside);
    if (this.doors.open > 0 || this.network.open > 0) return this.time.moveTo(any);
    const due = await this.observer.nextDue(outside === null ? this.farthest() : new Date(outside));
    const instants = [...(due === null ? [] : [Math.max(any, due)]), ...(outside === null ? [] : [outside])];
    const to = instants.length === 0 ? any : Math.min(...instants);
    if (due === null || due > to) this.supervisor.rest(to);
    this.time.moveTo(to);
  }

  /** How far ahead due work is looked for. */
  private farthest(): Date {
    return plusMs(this.time.now(), days(30));
  }

  countTroubles(): Troubles {
    return {
      crashes: this.supervisor.deaths,
      lockWaits: this.locks.waits,
      bankMishaps: this.network.mishaps,
      repeatedCredits: this.notes.repeatedCredits.length,
    };
  }

  /** Ends the simulation and everything that belongs to it. */
  async close(): Promise<void> {
    await this.supervisor.close();
    this.observer.close();
    await this.bank.close();
    await this.control.end();
  }

  private async happen(ready: readonly Lane[]): Promise<void> {
    const { scheduler, time } = this;
    if (scheduler.now >= stepsMax) throw new EndlessWorld(`The world has not ended after ${stepsMax} steps`);
    const { troubleUntil } = this.settings;
    const isOrdered = troubleUntil !== null && scheduler.now >= troubleUntil;
    if (isOrdered) this.calmDown();
    const next = time.next();
    if (next !== null && this.draws.chance(this.weather.slowness)) {
      this.trace.note(`time goes on to ${new Date(next).toISOString()}`);
      time.moveTo(next);
    }
    const [first] = ready;
    await scheduler.happen(isOrdered && first ? first : scheduler.choose(ready));
    if (this.watching && scheduler.now % this.watching.everySteps === 0) await this.watching.look();
  }

  /** Lets everything happen that follows of itself from the last step: answered statements, and deaths. */
  private async settle(): Promise<void> {
    await this.scheduler.rest();
    await this.locks.settle();
    while (await this.supervisor.bury()) await this.locks.settle();
    if (this.failure) throw this.failure.error;
  }

  private createSurroundings(): Surroundings {
    const { scheduler, time, locks, control, trace, notes } = this;
    const crashes = this.draws.of("crashes");
    return {
      databaseUrl: this.settings.databaseUrl,
      scheduler,
      time,
      locks,
      control,
      trace,
      stock: this.settings.stock,
      random: createSeededRandom(`${this.settings.seed}/product`),
      createLog: (owner) => createProductLog(owner, notes.logged),
      createBanks: (parts: MachineParts) =>
        createProductBanks(this.network.transportOf(parts), parts, notes.moneyCalls),
      createWebhooks: (parts) => this.receivers.senderOf(parts),
      createMail: () => ({ isReady: true, send: async () => ({ kind: "sent" }) }),
      diesBefore: (owner, statement) => {
        this.observer.noteStatement(statement);
        if (!crashes.chance(this.weather.crash)) return false;
        this.supervisor.condemn(owner);
        return true;
      },
    };
  }
}
