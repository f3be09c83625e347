import { existsSync } from "node:fs";
import { join } from "node:path";
import { type AppContext, createContext } from "../context";
import { AppError } from "../domain/errors";
import { type Env, type LaunchEnv, readEnv, readLaunchEnv } from "../env";
import { LaunchFailure } from "../launch/failure";
import { connect } from "../launch/migrations/connect";
import { sandboxKeys } from "../launch/postgres/data-folder";
import { findPostmaster } from "../launch/postgres/postmaster";
import { toApplicationUrl } from "../launch/roles/make-roles";
import { createLog } from "../log";
import { closeDb, commandDeadlines } from "../store/db";
import { UnknownKey } from "../store/vault";

/**
 * Runs the work of an operator's command with the running product's environment, and prints the returned lines.
 * @throws LaunchFailure for an expected failure, such as an unreachable database or an AppError of the work
 */
export const runOperatorWork = async (work: (ctx: AppContext) => Promise<readonly string[]>): Promise<void> => {
  const env = readOperatorEnv();
  // This reports an unreachable database as a LaunchFailure; the pool would print a stack trace.
  await (await connect(env.databaseUrl)).end();
  // Standard output is for the command's answer only, which may be a secret. A log that is a file does not mix with it.
  const ctx = createContext(
    env,
    env.log.file === undefined ? createLog({ level: env.log.level, toStandardError: true }) : undefined,
    commandDeadlines,
  );
  try {
    await ctx.sandboxTime?.load();
    console.log((await work(ctx)).join("\n"));
  } catch (error) {
    throw error instanceof AppError || error instanceof UnknownKey ? new LaunchFailure(`${error.message}.`) : error;
  } finally {
    await ctx.settled();
    await closeDb(ctx.db);
  }
};

/**
 * Reads the environment of the running product; in the sandbox it includes the secrets that the sandbox has generated.
 */
const readOperatorEnv = (): Env => {
  const given = readLaunchEnv();
  return readEnv(given.mode === "live" ? process.env : { ...process.env, ...readSandboxEnv(given) });
};

const readSandboxEnv = ({ dataDir, DATABASE_URL, ...given }: LaunchEnv): Record<string, string> => {
  const postmaster = findPostmaster(join(dataDir, "postgres"));
  const isStarted = DATABASE_URL !== undefined || postmaster?.status === "ready";
  if (!isStarted || !existsSync(join(dataDir, "secrets.json"))) {
    throw new LaunchFailure(`No sandbox uses the data folder ${dataDir}. Start one first with: npm start`);
  }
  const { databasePassword, ...made } = sandboxKeys(dataDir);
  return {
    ENCRYPTION_KEYS: given.ENCRYPTION_KEYS ?? made.ENCRYPTION_KEYS,
    AUDIT_KEYS: given.AUDIT_KEYS ?? made.AUDIT_KEYS,
    AUTH_SECRET: given.AUTH_SECRET ?? made.AUTH_SECRET,
    SANDBOX_KEY: given.SANDBOX_KEY ?? made.SANDBOX_KEY,
    DATABASE_URL:
      DATABASE_URL ??
      toApplicationUrl(
        `postgresql://postgres:${encodeURIComponent(databasePassword)}@127.0.0.1:${postmaster?.port}/vezne`,
      ),
  };
};
