import { createBanks } from "@/server/banks/registry";
import { FixedClock } from "@/server/domain/clock";
import { noTelemetry } from "@/server/domain/telemetry";
import { createSchema, openPool } from "@/server/sandbox/bank/records/database";
import { closeDb, createDb } from "@/server/store/db";
import { createVault } from "@/server/store/vault";
import { buildDatabaseUrl, createTemplate } from "@/server/testing/world/database";
import { createSeededRandom } from "@/server/testing/world/seeded-random";
import type { Ctx } from "@/server/usecases/ctx";
import { createMerchants, type Merchant } from "./accounts";
import { recordOfMoves } from "./moves";
import { withClient } from "./server";

/** The instant at which every simulation begins: a Friday noon in Istanbul, some hours before the bank's day ends. */
export const startOfWorld = new Date("2026-11-20T09:00:00.000Z");

/** The name of the database that each simulation copies. */
export const templateName = "sim_template";

/** Prepares the database that each simulation begins with, the same bytes each time, and returns its merchants. */
export async function prepareTemplate(serverUrl: string): Promise<Merchant[]> {
  await createTemplate(serverUrl);
  await withClient(serverUrl, (client) => client.query(`create database ${templateName} template vezne_template`));
  const url = buildDatabaseUrl(serverUrl, templateName);
  const random = createSeededRandom("template");
  const db = createDb({ databaseUrl: url, random, connectionsMax: 1 });
  const vault = createVault(random, [{ id: "test", key: Buffer.alloc(32, 7) }]);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const parts = {
    clock: new FixedClock(startOfWorld),
    db,
    vault,
    random,
    log,
    banks: createBanks(),
    telemetry: noTelemetry,
  };
  const merchants = await createMerchants(parts as unknown as Ctx);
  await closeDb(db);
  const pool = openPool(url);
  await createSchema(pool);
  await pool.query(recordOfMoves);
  await pool.end();
  // The first connection after the changes writes a file that lets those of every copy begin in half the time.
  await withClient(url, (client) => client.query("select 1"));
  return merchants;
}
