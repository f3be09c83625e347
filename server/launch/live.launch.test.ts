import { spawnSync } from "node:child_process";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { get, waitForExit } from "../testing/run/http";
import { type Instance, launchInstance, removeData, startInstance } from "../testing/run/instance";
import type { Cluster } from "./postgres/postgres";
import { startTemporaryPostgres } from "./postgres/temporary-postgres";
import { projectRoot } from "./project";
import { makeRoles } from "./roles/make-roles";
import { defaultPrefix, type RoleName, toRole } from "./roles/roles-sql";

let postgres: Cluster;
let env: Record<string, string>;

const password = "the password of a role";
/** Returns the address with a role of the installation. */
const urlOf = (role: RoleName): string => {
  const url = new URL(postgres.url("postgres"));
  [url.username, url.password] = [toRole(defaultPrefix, role), password];
  return url.href;
};

beforeAll(async () => {
  postgres = await startTemporaryPostgres();
  await makeRoles(postgres.url("postgres"), defaultPrefix, { migrator: password, application: password });
  env = {
    MODE: "live",
    MIGRATION_DATABASE_URL: urlOf("migrator"),
    DATABASE_URL: urlOf("application"),
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
    AUDIT_KEYS: `a1:${Buffer.alloc(32, 2).toString("base64")}`,
    AUTH_SECRET: "a".repeat(32),
    API_ORIGIN: "https://api.example.com",
    PANEL_ORIGIN: "https://panel.example.com",
    PAY_ORIGIN: "https://pay.example.com",
    HANDOFF_ORIGIN: "https://secure.example.com",
  };
});
afterAll(() => postgres.stop());

const running: Instance[] = [];
afterEach(async () => {
  for (const instance of running.splice(0)) {
    await instance.stop();
    await removeData(instance);
  }
});

const getPath = ({ ports }: Instance, port: "PORT" | "PAY_PORT", path: string, host: string) =>
  get(`http://127.0.0.1:${ports[port]}${path}`, { Host: host });

const expectLive = async (instance: Instance) => {
  expect(await getPath(instance, "PORT", "/readyz", "api.example.com")).toMatchObject({ status: 200 });
  expect(await getPath(instance, "PORT", "/v1/payments", "api.example.com")).toMatchObject({ status: 401 });
  expect(await getPath(instance, "PORT", "/sandbox/clock", "panel.example.com")).toMatchObject({
    status: 404,
  });
  expect(await getPath(instance, "PORT", "/", `localhost:${instance.ports.PORT}`)).toMatchObject({
    status: 421,
  });
  expect(await getPath(instance, "PAY_PORT", "/handoff", "secure.example.com")).toMatchObject({
    status: 405,
  });
  expect(await getPath(instance, "PAY_PORT", "/handoff", "api.example.com")).toMatchObject({ status: 421 });
};

test("serves its own hosts in live mode, and refuses a second process and the role of an owner", async () => {
  const instance = await startInstance({ env });
  running.push(instance);
  await expectLive(instance);
  const second = await launchInstance({ env });
  const asOwner = await launchInstance({
    env: { ...env, DATABASE_URL: urlOf("migrator"), MIGRATION_DATABASE_URL: "" },
  });
  running.push(second, asOwner);
  expect(await Promise.all([second, asOwner].map(waitForExit))).toEqual([1, 1]);
  expect(second.output()).toContain("Another process serves this database without Redis: set REDIS_URL");
  expect(asOwner.output()).toContain(
    "The role vezne_migrator of DATABASE_URL owns tables, can add triggers or switch them off and can change the audit log",
  );
  expect(asOwner.output()).toContain("npm run admin -- database roles");
  expect(await instance.stop()).toBe(0);
});

test("serves without the launcher on a migrated database, and with the role of an owner where that is allowed", async () => {
  const DATABASE_URL = postgres.url("postgres");

  const migrate = ["server/launch/run.mjs", "server/operator/migrate.ts"];
  const { stdout } = spawnSync(process.execPath, migrate, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
  });
  expect(String(stdout).trim()).toBe("The database is up to date.");
  const asOwner = { ...env, DATABASE_URL, ALLOW_DATABASE_OWNER: "1" };
  const instance = await startInstance({ env: asOwner, command: [process.execPath, "server.mjs"] });
  expect(instance.output()).toContain("ALLOW_DATABASE_OWNER allows it");
  running.push(instance);
  await expectLive(instance);
  expect(await instance.stop()).toBe(0);
});
