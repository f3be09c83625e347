import pg from "pg";
import { systemRandom } from "@/server/domain/random";
import { noTelemetry } from "@/server/domain/telemetry";
import { type Db, joinDb } from "@/server/store/db";
import { type DueKind, dueKinds, listDue } from "@/server/store/operations/due";
import type { PrismaStock, StockedPrisma } from "./prisma-stock";

/** The kinds of due work that a simulation waits for. Erasure comes after months, and is tested elsewhere. */
const awaited: readonly DueKind[] = dueKinds.filter((kind) => !["diagnostics_expiry", "retention_end"].includes(kind));

/** Looks at the database of a simulation without being part of it. */
export class Observer {
  private constructor(
    private readonly stock: PrismaStock,
    private readonly stocked: StockedPrisma,
    private readonly db: Db,
  ) {}

  static open(databaseUrl: string, stock: PrismaStock): Observer {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, idleTimeoutMillis: 0 });
    pool.on("error", () => undefined);
    pool.on("connect", (client) => void client.on("error", () => undefined));
    const stocked = stock.take();
    stocked.use(pool);
    const { prisma } = stocked;
    const nothing = () => undefined;
    const parts = { random: systemRandom, outboxWritten: nothing, mailWritten: nothing, telemetry: noTelemetry };
    return new Observer(stock, stocked, joinDb({ pool, prisma, ...parts }));
  }

  /** Returns the instant of the first work that is due by then, ms; null where nothing is. */
  async nextDue(until: Date): Promise<number | null> {
    const due = await listDue(this.db, until, 1, awaited);
    const instants = due.map(({ at }) => at.getTime());
    return instants.length === 0 ? null : Math.min(...instants);
  }

  async close(): Promise<void> {
    await this.db.pool.end();
    this.stock.giveBack(this.stocked);
  }
}
