import type { Pool } from "pg";
import { z } from "zod";
import type { Queryable } from "./records/database";
import { isSetupFault, type SetupFault } from "./setup-faults/setup-faults";

/** The operations that a merchant's server may request from a bank, by their names in the sandbox controls. */
export const operations = ["capture", "void", "credit", "inquire", "history", "prepare"] as const;
export type OperationName = (typeof operations)[number];

/** The faults that the sandbox can switch on, and a rule that only some banks have. */
const settingsSchema = z.strictObject({
  /** The delay in ms of the answer to a listed operation, after the bank's work. */
  latencyMs: z.int().min(0).max(120_000),
  /** The share of listed operations that fail, 0 to 1 (see `faults.ts`). */
  errorRate: z.number().min(0).max(1),
  /** Whether the bank breaks the connection of every listed operation. */
  down: z.boolean(),
  /** Whether credits before the day-end are refused (D-52). */
  refuseSameDayCredit: z.boolean(),
  /** The operations to which latency, errors and outage apply. */
  operations: z.array(z.enum(operations)),
  /** The faults of set-ups, by the product's id of the terminal. */
  setupFaults: z.record(
    z.string(),
    z.custom<SetupFault>((name) => typeof name === "string" && isSetupFault(name)),
  ),
  /** How many lines of the next day-end file are wrong. */
  dayFileErrors: z.int().min(0).max(1_000),
  /** The day-end files that were written with wrong lines, and how many they have. */
  plantedDayFiles: z.record(z.string(), z.int()),
});
export type Settings = z.infer<typeof settingsSchema>;

/** A change of the settings. Faults of set-ups are placed one by one, because each changes an address. */
export const settingsChangeSchema = settingsSchema.omit({ setupFaults: true, plantedDayFiles: true }).partial();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

export async function readSettings(db: Queryable): Promise<Settings> {
  const { rows } = await db.query("select value from simulator.setting where id = 1");
  return withDefaults(rows[0]?.value);
}

/** Applies the change, which survives a restart, and returns all settings. An emptied table has the defaults. */
export async function changeSettings(
  pool: Pool,
  change: SettingsChange | Pick<Settings, "setupFaults"> | Pick<Settings, "dayFileErrors" | "plantedDayFiles">,
): Promise<Settings> {
  const { rows } = await pool.query(
    `insert into simulator.setting as kept (id, value) values (1, $1)
     on conflict (id) do update set value = kept.value || excluded.value returning value`,
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
  setupFaults: {},
  dayFileErrors: 0,
  plantedDayFiles: {},
};

const withDefaults = (stored: unknown): Settings => settingsSchema.parse({ ...defaults, ...(stored ?? {}) });
