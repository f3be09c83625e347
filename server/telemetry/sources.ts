import type { Backlog } from "@/server/domain/operations/backlog";

/** The connections of the pool. */
interface PoolUsage {
  readonly open: number;
  readonly idle: number;
  /** Work that waits for a connection. */
  readonly waiting: number;
  readonly max: number;
}

/** Where the values come from that are read with each collection. */
export interface MetricSources {
  /** Reads what waits in the database. Rejects where the database does not answer. */
  readBacklog(): Promise<Backlog>;
  readPool(): PoolUsage;
  /** Reads for each bank that this process has called whether new cards are held off from it (D-371). */
  readCircuits(): ReadonlyMap<string, boolean>;
  /** Whether Redis answers; null without Redis. */
  isRedisAnswering(): Promise<boolean | null>;
}
