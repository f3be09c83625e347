import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { connect } from "@/server/launch/migrations/connect";
import { freePort } from "@/server/launch/ports";
import { startPostgres } from "@/server/launch/postgres/postgres";
import { createTemporaryFolder } from "@/server/launch/temporary-folder";
import { buildDatabaseUrl } from "@/server/testing/world/database";

/** The PostgreSQL of the simulator. It keeps nothing over a crash of its own, because logic is tested and not disks. */
export interface SimServer {
  /** The address of its maintenance database. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * What PostgreSQL would do at times of its own, or for its own safety, is off. A deadlock is found by the simulator
 * itself. Tables are small, so one plan of a statement is as good as the next.
 */
const settings = {
  autovacuum: "off",
  deadlock_timeout: "1h",
  full_page_writes: "off",
  jit: "off",
  plan_cache_mode: "force_generic_plan",
  synchronous_commit: "off",
  max_parallel_workers_per_gather: "0",
  track_activities: "off",
  track_counts: "off",
  update_process_title: "off",
} as const;

/** Starts a PostgreSQL in a folder of its own, in memory where the machine has room. */
export async function startSimServer(): Promise<SimServer> {
  const folder = await createTemporaryFolder("vezne-sim-");
  const cluster = await startPostgres({
    folder: join(folder, "cluster"),
    port: await freePort(),
    password: randomBytes(16).toString("hex"),
    logFile: join(folder, "postgres.log"),
    durable: false,
  });
  // A password would be checked for each of the many connections, which takes longer than a statement.
  await writeFile(join(folder, "cluster/pg_hba.conf"), "host all all 127.0.0.1/32 trust\n");
  const url = cluster.url("postgres");
  await withClient(url, async (client) => {
    for (const [name, value] of Object.entries(settings)) await client.query(`alter system set ${name} = '${value}'`);
    await client.query("select pg_reload_conf()");
  });
  return {
    url,
    stop: async () => {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The databases of a server: a new copy of a template for each seed. */
export class Databases {
  private made = 0;

  private constructor(
    private readonly serverUrl: string,
    private readonly maintenance: pg.Client,
  ) {}

  static async open(serverUrl: string): Promise<Databases> {
    return new Databases(serverUrl, await connect(serverUrl));
  }

  /** Creates a copy and returns its address, and a function that drops it with what is connected to it. */
  async create(template: string): Promise<{ url: string; drop(): Promise<void> }> {
    this.made += 1;
    const name = `sim_${this.made}`;
    await this.maintenance.query(`create database ${name} template ${template} strategy file_copy`);
    return {
      url: buildDatabaseUrl(this.serverUrl, name),
      drop: async () => void (await this.maintenance.query(`drop database ${name} with (force)`)),
    };
  }

  close(): Promise<void> {
    return this.maintenance.end();
  }
}

/** Runs work with a connection that is no part of a simulation. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
