import { join } from "node:path";
import { connect } from "../migrations/connect";
import { type Cluster, startPostgres } from "./postgres";
import { findPostmaster } from "./postmaster";

export type EmbeddedDatabase = Omit<Cluster, "url"> & { url: string };

const postgresFolder = (dataFolder: string): string => join(dataFolder, "postgres");

/** Starts the sandbox's own PostgreSQL and creates its database when it is missing. */
export const startEmbeddedDatabase = async (
  dataFolder: string,
  port: number,
  password: string,
): Promise<EmbeddedDatabase> => {
  const cluster = await startPostgres({
    folder: postgresFolder(dataFolder),
    port,
    password,
    logFile: join(dataFolder, "logs/postgres.log"),
    durable: true,
  });
  try {
    await createDatabase(cluster.url("postgres"), "vezne");
    return { ...cluster, url: cluster.url("vezne") };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
};

/** Returns whether the port is used by this data folder's own server, which an earlier launcher left running. */
export const isOwnServer = (dataFolder: string, port: number): boolean =>
  findPostmaster(postgresFolder(dataFolder))?.port === port;

const createDatabase = async (serverUrl: string, name: string): Promise<void> => {
  const client = await connect(serverUrl);
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
};
