import { spawnSync } from "node:child_process";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { get, waitForExit } from "../testing/run/http";
import { type Instance, launchInstance, removeData, startInstance } from "../testing/run/instance";
import type { Cluster } from "./postgres/postgres";
import { startTemporaryPostgres } from "./postgres/temporary-postgres";
import { projectRoot } from "./project";

let postgres: Cluster;
let env: Record<string, string>;

beforeAll(async () => {
  postgres = await startTemporaryPostgres();
  env = {
    MODE: "live",
    DATABASE_URL: postgres.url("postgres"),
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
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

test("serves its own hosts without a sandbox in live mode, and refuses a second process on its database", async () => {
  const instance = await startInstance({ env });
  running.push(instance);
  await expectLive(instance);
  const second = await launchInstance({ env });
  running.push(second);
  expect(await waitForExit(second)).toBe(1);
  expect(second.output()).toContain("Another process serves this database. Set REDIS_URL");
  expect(await instance.stop()).toBe(0);
});

test("serves without the launcher on a database that was migrated before", async () => {
  const migrate = ["--import", "tsx", "server/launch/migrations/migrate.ts"];
  const { stdout } = spawnSync(process.execPath, migrate, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
  });
  expect(String(stdout).trim()).toBe("The database is up to date.");
  const instance = await startInstance({ env, command: [process.execPath, "server.mjs"] });
  running.push(instance);
  await expectLive(instance);
  expect(await instance.stop()).toBe(0);
});
