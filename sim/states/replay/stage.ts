import { days, minutes, plusMs, systemClock } from "@/server/domain/clock";
import { connect } from "@/server/launch/migrations/connect";
import { startTemporaryPostgres } from "@/server/launch/postgres/temporary-postgres";
import { leaseClass } from "@/server/store/process-lock";
import { asPartnerId } from "@/server/store/tenant";
import { createTemplate, testServerVariable } from "@/server/testing/world/database";
import { writeMember } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld, testTerminals } from "@/server/testing/world/world";
import { setRefundLimit } from "@/server/usecases/refunds/set-refund-limit";
import { validityMs } from "../model/clock";
import { cardAllowance } from "../model/scenes";

/** Who asks for refunds in the panel, and who is the second person (S32). */
export const members = { asker: "usr_asker", second: "usr_second" } as const;

/** Who proposes corrections in the back-office, and who is the second person (D-75). */
export const staff = { proposer: "usr_proposer", second: "usr_decider" } as const;

/**
 * A product with the settings of the model, on a database of its own. Paths are replayed in it one after the other:
 * each has its own clock, and some use-cases end whatever is over in the whole account.
 */
export interface Stage {
  readonly world: TestWorld;
  readonly leases: Leases;
  close(): Promise<void>;
}

/** The leases of the processes of a path (D-330). One connection holds all of them. */
interface Leases {
  /** Returns the number of a new process, which lives until its lease is released. */
  take(): Promise<number>;
  release(processNumber: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens so many stages on one PostgreSQL, lets them be used, and closes them. */
export async function withStages<T>(count: number, use: (stages: readonly Stage[]) => Promise<T>): Promise<T> {
  const postgres = await startTemporaryPostgres();
  const stages: Stage[] = [];
  try {
    const serverUrl = postgres.url("postgres");
    await createTemplate(serverUrl);
    // Where the test world looks for its server.
    process.env[testServerVariable] = serverUrl;
    while (stages.length < count) stages.push(await openStage());
    return await use(stages);
  } finally {
    for (const stage of stages) await stage.close();
    await postgres.stop();
  }
}

/** Opens a stage on the PostgreSQL of the test run. */
export async function openStage(): Promise<Stage> {
  const world = await openTestWorld({ captureWaitMs: 0, refundWaitMs: 0, refusalsMultiplier: 1_000_000 });
  await setUp(world);
  const leases = await openLeases(world.db.pool.options.connectionString ?? "");
  return {
    world,
    leases,
    async close() {
      await leases.close();
      await world.close();
    },
  };
}

/** Gives account and terminal the settings that the model has, and makes the people who decide. */
async function setUp({ ctx, db: { prisma } }: TestWorld): Promise<void> {
  const partnerId = asPartnerId("prt_ours");
  await prisma.partner.update({ where: { id: partnerId }, data: { cardAttemptLimit: cardAllowance } });
  const validityMinutes = validityMs / minutes(1);
  await prisma.terminal.update({ where: { id: testTerminals.ours }, data: { validityMinutes } });
  for (const id of Object.values(members)) await writeMember(ctx, id, "finance");
  const since = plusMs(systemClock.now(), -days(30));
  const facts = { role: "admin", passwordHash: "", createdAt: since, emailProvedAt: since, totpSince: since };
  await prisma.staffUser.createMany({
    data: Object.values(staff).map((id) => ({ ...facts, id, email: `${id}@vezne.test` })),
  });
  await setRefundLimit(ctx, { partnerId, limitKurus: 0n });
}

async function openLeases(databaseUrl: string): Promise<Leases> {
  const client = await connect(databaseUrl);
  let taken = 0;
  return {
    async take() {
      taken += 1;
      await client.query("select pg_advisory_lock($1, $2)", [leaseClass, taken]);
      return taken;
    },
    async release(processNumber) {
      await client.query("select pg_advisory_unlock($1, $2)", [leaseClass, processNumber]);
    },
    close: () => client.end(),
  };
}
