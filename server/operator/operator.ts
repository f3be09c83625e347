import { existsSync } from "node:fs";
import { join } from "node:path";
import { type AppContext, createContext } from "../context";
import { AppError } from "../domain/errors";
import { type Env, type LaunchEnv, readEnv, readLaunchEnv } from "../env";
import { LaunchFailure } from "../launch/failure";
import { connect } from "../launch/migrations/migrate";
import { sandboxKeys } from "../launch/postgres/data-folder";
import { findPostmaster } from "../launch/postgres/postmaster";
import { createLog } from "../log";
import { closeDb } from "../store/db";
import { UnknownKey } from "../store/vault";

/**
 * Does what an operator asks for from a terminal, beside the running product and in its environment; prints the lines
 * that it answers. Throws LaunchFailure for whatever can be said in a sentence.
 */
export const operate = async (work: (ctx: AppContext) => Promise<readonly string[]>): Promise<void> => {
  const env = environment();
  // Says in a sentence that there is no database, which the pool would say with a stack.
  await (await connect(env.databaseUrl)).end();
  // Standard output is for what the command has to say, a secret perhaps. In the sandbox the log has its file.
  const ctx = createContext(env, env.mode === "live" ? createLog({ toStandardError: true }) : undefined);
  try {
    await ctx.sandboxTime?.load();
    console.log((await work(ctx)).join("\n"));
  } catch (error) {
    throw error instanceof AppError || error instanceof UnknownKey
      ? new LaunchFailure(`${error.message}.`)
      : error;
  } finally {
    await ctx.settled();
    await closeDb(ctx.db);
  }
};

/** The environment of the product that runs: what was given, and in the sandbox what it made for itself. */
const environment = (): Env => {
  const given = readLaunchEnv();
  return readEnv(given.mode === "live" ? process.env : { ...process.env, ...ofSandbox(given) });
};

const ofSandbox = ({ dataDir, DATABASE_URL, ...given }: LaunchEnv): Record<string, string> => {
  const postmaster = findPostmaster(join(dataDir, "postgres"));
  const isStarted = DATABASE_URL !== undefined || postmaster?.status === "ready";
  if (!isStarted || !existsSync(join(dataDir, "secrets.json"))) {
    throw new LaunchFailure(`No sandbox runs on the data folder ${dataDir}: start it first (npm start).`);
  }
  const { databasePassword, ...made } = sandboxKeys(dataDir);
  return {
    ENCRYPTION_KEYS: given.ENCRYPTION_KEYS ?? made.ENCRYPTION_KEYS,
    AUTH_SECRET: given.AUTH_SECRET ?? made.AUTH_SECRET,
    SANDBOX_KEY: given.SANDBOX_KEY ?? made.SANDBOX_KEY,
    DATABASE_URL:
      DATABASE_URL ??
      `postgresql://postgres:${encodeURIComponent(databasePassword)}@127.0.0.1:${postmaster?.port}/vezne`,
  };
};
