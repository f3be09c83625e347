import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { connect, migrate } from "@/server/launch/migrations/migrate";

export type TestDatabase = { url: string; drop(): Promise<void> };

/** Names the server for tests to the processes that run them; set by the run's set-up. */
export const testServerVariable = "VEZNE_TEST_SERVER";
const template = "vezne_template";

/** Makes the database that every test's own is copied from: all migrations, no rows. */
export const createTemplate = async (serverUrl: string): Promise<void> => {
  assertLocal(serverUrl);
  await execute(serverUrl, `drop database if exists ${template}`);
  await execute(serverUrl, `create database ${template}`);
  await migrate(urlOf(serverUrl, template));
};

/** A migrated, empty database of a test file's own. */
export const createTestDatabase = async (serverUrl = givenServer()): Promise<TestDatabase> => {
  assertLocal(serverUrl);
  const name = `test_${randomBytes(6).toString("hex")}`;
  await copyTemplate(serverUrl, name);
  return {
    url: urlOf(serverUrl, name),
    drop: () => dropDatabase(serverUrl, name),
  };
};

/** Tests write and drop: they only ever do so on this machine. */
const assertLocal = (url: string): void => {
  const { hostname } = new URL(url);
  if (!["127.0.0.1", "localhost", "[::1]"].includes(hostname)) {
    throw new Error(`Tests refuse the database at ${hostname}, which is not on this machine.`);
  }
};

export const givenServer = (): string => {
  const url = process.env[testServerVariable];
  if (url === undefined) throw new Error(`${testServerVariable} is not set: run this test through vitest.`);
  return url;
};

/**
 * A pool that was ended may still be closing its connections. PostgreSQL waits five seconds for them before it says that
 * the database is in use; cut off at once, a connection would tell so as an error that no test is there for.
 */
export const dropDatabase = async (serverUrl: string, name: string): Promise<void> => {
  try {
    await execute(serverUrl, `drop database if exists ${name}`);
  } catch (error) {
    if (!isInUse(error)) throw error;
    await execute(serverUrl, `drop database if exists ${name} with (force)`);
  }
};

export const urlOf = (serverUrl: string, database: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
};

/** PostgreSQL refuses a template that somebody is connected to, if only another copy that is just beginning. */
const copyTemplate = async (serverUrl: string, name: string): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await execute(serverUrl, `create database ${name} template ${template} strategy file_copy`);
      return;
    } catch (error) {
      if (!isInUse(error) || attempt === 40) throw error;
      await sleep(100);
    }
  }
};

const isInUse = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === "55006";

const execute = async (url: string, sql: string): Promise<void> => {
  const client = await connect(url);
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};
