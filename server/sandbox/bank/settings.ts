import type { Pool } from "pg";
import { z } from "zod";
import type { Queryable } from "./records/database";

/** What a merchant's server may ask of a bank, in the words of the sandbox controls. */
export const operations = ["capture", "void", "credit", "inquire", "history", "prepare"] as const;
export type OperationName = (typeof operations)[number];

/** The faults that the sandbox can switch on, and the rule that some banks have and others have not. */
export const settingsSchema = z.strictObject({
  /** How long the answer of a listed operation is held back once the bank has done it, ms. */
  latencyMs: z.int().min(0).max(120_000),
  /** Share of the listed operations that go wrong, 0 to 1; see `faults.ts`. */
  errorRate: z.number().min(0).max(1),
  /** Connections that bring a listed operation are broken off. */
  down: z.boolean(),
  /** Credits before day-end are refused (D-52). */
  refuseSameDayCredit: z.boolean(),
  /** The operations that latency, errors and outage touch. */
  operations: z.array(z.enum(operations)),
});
export type Settings = z.infer<typeof settingsSchema>;

export const settingsChangeSchema = settingsSchema.partial();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

export async function readSettings(db: Queryable): Promise<Settings> {
  const { rows } = await db.query("select value from simulator.setting where id = 1");
  return withDefaults(rows[0]?.value);
}

/** Applies the change and returns the whole; kept over restarts. */
export async function changeSettings(pool: Pool, change: SettingsChange): Promise<Settings> {
  const { rows } = await pool.query(
    "update simulator.setting set value = value || $1::jsonb where id = 1 returning value",
    [JSON.stringify(change)],
  );
  return withDefaults(rows[0]?.value);
}

const defaults: Settings = {
  latencyMs: 0,
  errorRate: 0,
  down: false,
  refuseSameDayCredit: false,
  operations: [...operations],
};

const withDefaults = (stored: unknown): Settings => settingsSchema.parse({ ...defaults, ...(stored ?? {}) });
