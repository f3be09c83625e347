import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../ports";
import { createTemporaryFolder } from "../temporary-folder";
import { type Cluster, startPostgres } from "./postgres";

/**
 * Starts a PostgreSQL in a temporary folder on a free port, for tests and for writing migrations. Its stop removes the
 * folder.
 */
export const startTemporaryPostgres = async (): Promise<Cluster> => {
  const folder = await createTemporaryFolder("vezne-postgres-");
  const cluster = await startPostgres({
    folder: join(folder, "cluster"),
    port: await freePort(),
    password: randomBytes(16).toString("hex"),
    logFile: join(folder, "postgres.log"),
    durable: false,
  });
  return {
    ...cluster,
    stop: async () => {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
