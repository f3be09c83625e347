import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { systemTime } from "@/server/domain/real-time";
import { connect } from "@/server/launch/migrations/connect";
import { migrate } from "@/server/launch/migrations/migrate";
import { makeRoles } from "@/server/launch/roles/make-roles";
import { type RoleName, roleNames, toRole } from "@/server/launch/roles/roles-sql";
import { holdProcessLock, type ProcessLock } from "@/server/store/process-lock";

export type TestDatabase = {
  /** The address of the superuser, who may do everything. */
  url: string;
  /** Returns the address with the role of an installation. */
  urlOf(role: RoleName): string;
  drop(): Promise<void>;
};

/** The variable with the address of the test server; the set-up of the run sets it for the processes that run tests. */
export const testServerVariable = "VEZNE_TEST_SERVER";
const template = "vezne_template";

/** Creates the template of all test databases, with all migrations and no rows. */
export const createTemplate = async (serverUrl: string): Promise<void> => {
  assertLocal(serverUrl);
  await execute(serverUrl, `drop database if exists ${template}`);
  await execute(serverUrl, `create database ${template}`);
  await migrate(buildDatabaseUrl(serverUrl, template));
  const passwords = Object.fromEntries(roleNames.map((role) => [role, rolePassword]));
  await makeRoles(buildDatabaseUrl(serverUrl, template), testRolePrefix, passwords);
};

/** Not the prefix of an installation, whose roles on the same server keep their passwords. */
export const testRolePrefix = "vezne_test";
const rolePassword = "the password of every test role";

/** Creates a migrated, empty database for a test file. @throws Error when the server is not on this machine */
export const createTestDatabase = async (serverUrl = getTestServer()): Promise<TestDatabase> => {
  assertLocal(serverUrl);
  const name = `test_${randomBytes(6).toString("hex")}`;
  await copyTemplate(serverUrl, name);
  return {
    url: buildDatabaseUrl(serverUrl, name),
    urlOf(role) {
      const url = new URL(buildDatabaseUrl(serverUrl, name));
      [url.username, url.password] = [toRole(testRolePrefix, role), rolePassword];
      return url.href;
    },
    drop: () => dropDatabase(serverUrl, name),
  };
};

/** Throws for a server on another machine, because tests write to databases and drop them. */
const assertLocal = (url: string): void => {
  const { hostname } = new URL(url);
  if (!["127.0.0.1", "localhost", "[::1]"].includes(hostname)) {
    throw new Error(`Tests refuse the database at ${hostname}, which is not on this machine.`);
  }
};

/** Holds the lease of a process's number, as a web process does while it lives (D-330). */
export const holdLease = (databaseUrl: string, processNumber: number): Promise<ProcessLock> =>
  holdProcessLock({ databaseUrl, processNumber, realTime: systemTime, isShared: true, onLost: () => undefined });

export const getTestServer = (): string => {
  const url = process.env[testServerVariable];
  if (url === undefined) throw new Error(`${testServerVariable} is not set: run this test through vitest.`);
  return url;
};

/**
 * Drops a database, by force only when connections remain. A pool that was ended may still be closing its connections,
 * and PostgreSQL waits five seconds for them. A connection that is cut off would raise an error outside of any test.
 */
export const dropDatabase = async (serverUrl: string, name: string): Promise<void> => {
  try {
    await execute(serverUrl, `drop database if exists ${name}`);
  } catch (error) {
    if (!isInUse(error)) throw error;
    await execute(serverUrl, `drop database if exists ${name} with (force)`);
  }
};

export const buildDatabaseUrl = (serverUrl: string, database: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
};

/** Copies the template, with retries, because PostgreSQL refuses a template that is in use, also by another copy. */
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
