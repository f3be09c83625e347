import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../ports";
import { type Cluster, startPostgres } from "./postgres";

/**
 * Starts a PostgreSQL in a temporary folder on a free port, for tests and for writing migrations. Its stop removes the
 * folder.
 */
export const startTemporaryPostgres = async (): Promise<Cluster> => {
  const folder = await mkdtemp(join(tmpdir(), "vezne-postgres-"));
  await chmod(folder, 0o755);
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
