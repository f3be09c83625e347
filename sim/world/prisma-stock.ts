import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "@/prisma/generated/client";
import { createStatementNames } from "@/server/store/statement-names";

/** A client of Prisma whose pool is exchanged for each simulated process that it serves. */
export interface StockedPrisma {
  readonly prisma: PrismaClient;
  /** Lets it use a pool from now on, or none. */
  use(pool: pg.Pool | null): void;
}

/**
 * Clients of Prisma that wait for a simulated process. Making one takes a tenth of a second, as long as a whole
 * simulation, and it keeps nothing of a process but the plans of its queries.
 */
export class PrismaStock {
  private readonly free: StockedPrisma[] = [];

  take(): StockedPrisma {
    return this.free.pop() ?? createStocked();
  }

  giveBack(stocked: StockedPrisma): void {
    stocked.use(null);
    this.free.push(stocked);
  }
}

/** A pool that hands every request to another one. */
class ExchangeablePool extends pg.Pool {
  current: pg.Pool | null = null;

  override connect(...args: unknown[]): never {
    return Reflect.apply(this.pool().connect, this.pool(), args) as never;
  }

  override query(...args: unknown[]): never {
    return Reflect.apply(this.pool().query, this.pool(), args) as never;
  }

  private pool(): pg.Pool {
    if (!this.current) throw new Error("No process uses this client");
    return this.current;
  }
}

function createStocked(): StockedPrisma {
  const exchangeable = new ExchangeablePool();
  const adapter = new PrismaPg(exchangeable, { statementNameGenerator: createStatementNames() });
  return {
    prisma: new PrismaClient({ adapter }),
    use: (pool) => {
      exchangeable.current = pool;
    },
  };
}
