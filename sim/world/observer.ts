import pg from "pg";
import { days, plusMs } from "@/server/domain/clock";
import { systemRandom } from "@/server/domain/random";
import { noTelemetry } from "@/server/domain/telemetry";
import { type Db, joinDb } from "@/server/store/db";
import { type DueKind, dueKinds, listDue } from "@/server/store/operations/due";
import type { PrismaStock, StockedPrisma } from "./prisma-stock";

/** The kinds of due work that a simulation waits for. Erasure comes after months, and is tested elsewhere. */
const awaited: readonly DueKind[] = dueKinds.filter((kind) => !["diagnostics_expiry", "retention_end"].includes(kind));

/** How much farther than asked it looks, because what it finds stays true until a process changes something. */
const lookAhead = days(30);

/** Thrown where the product's own question for due work fails on what is in the database: no sweep can work then. */
export class UnansweredQuestion extends Error {}

/** Hands every statement to a connection. */
class PoolOfOne extends pg.Pool {
  constructor(private readonly only: pg.Client) {
    super();
  }

  override query(...args: unknown[]): never {
    return Reflect.apply(this.only.query, this.only, args) as never;
  }
}

/** What was due when the database was asked. */
interface Known {
  /** The instant of the first work that is due until `until`, ms; null where there is none. */
  readonly first: number | null;
  readonly until: Date;
}

/** Looks at the database of a simulation without being part of it. */
export class Observer {
  /** What it knows until a process changes something. */
  private known: Known | null = null;

  private constructor(
    private readonly stock: PrismaStock,
    private readonly stocked: StockedPrisma,
    private readonly db: Db,
  ) {}

  /** @param control a connection that is no part of the simulation */
  static open(control: pg.Client, stock: PrismaStock): Observer {
    const pool = new PoolOfOne(control);
    const stocked = stock.take();
    stocked.use(pool);
    const { prisma } = stocked;
    const nothing = () => undefined;
    const parts = { random: systemRandom, outboxWritten: nothing, mailWritten: nothing, telemetry: noTelemetry };
    return new Observer(stock, stocked, joinDb({ pool, prisma, ...parts }));
  }

  /** Notes a statement of a process. One that does not only read may change what is due. */
  noteStatement(statement: string): void {
    if (!/^\(?select /i.test(statement)) this.known = null;
  }

  /**
   * Returns the instant of the first work that is due by then, ms; null where nothing is.
   * @throws UnansweredQuestion
   */
  async nextDue(until: Date): Promise<number | null> {
    const isKnown = this.known !== null && (this.known.first !== null || this.known.until >= until);
    const { first } = isKnown && this.known ? this.known : await this.ask(plusMs(until, lookAhead));
    return first !== null && first <= until.getTime() ? first : null;
  }

  private async ask(until: Date): Promise<Known> {
    const due = await listDue(this.db, until, 1, awaited).catch((error: unknown) => {
      throw new UnansweredQuestion(String(error), { cause: error });
    });
    this.known = { first: due[0]?.at.getTime() ?? null, until };
    return this.known;
  }

  close(): void {
    this.stock.giveBack(this.stocked);
  }
}
