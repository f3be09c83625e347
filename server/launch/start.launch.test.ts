import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { endOf, get } from "../testing/run/http";
import { type Instance, launchInstance, removeData, startInstance } from "../testing/run/instance";
import { findPostmaster } from "./postgres/postmaster";

const running: Instance[] = [];
const keep = (instance: Instance): Instance => {
  running.push(instance);
  return instance;
};
const sandboxOf = ({ sandboxFile }: Instance) => JSON.parse(readFileSync(sandboxFile, "utf8"));
const api = ({ ports }: Instance) => `http://localhost:${ports.PORT}`;
const pay = ({ ports }: Instance) => `http://127.0.0.1:${ports.PAY_PORT}`;

/** The web server of a launcher, found by its parent; 0 would be a signal to ourselves. */
const serverOf = (launcherPid: number): number => {
  const isOurs = (pid: string) =>
    fileOf(pid, "stat").split(") ").at(-1)?.split(" ")[1] === String(launcherPid) &&
    fileOf(pid, "cmdline").includes("server.mjs");
  const pid = readdirSync("/proc").find((name) => /^\d+$/.test(name) && isOurs(name));
  if (pid === undefined) throw new Error("the launcher has no web server");
  return Number(pid);
};
const fileOf = (pid: string, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
};
const postgresOf = ({ dataDir }: Instance): number => {
  const pid = findPostmaster(join(dataDir, "postgres"))?.pid;
  if (pid === undefined) throw new Error("there is no PostgreSQL");
  return pid;
};
const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`);

const leavesNothing = async (instance: Instance): Promise<void> => {
  expect(existsSync(join(instance.dataDir, "launcher.json"))).toBe(false);
  expect(findPostmaster(join(instance.dataDir, "postgres"))).toBeUndefined();
  await expect(get(`${api(instance)}/healthz`)).rejects.toThrow();
};

describe.sequential("one sandbox, started again and again on its data", () => {
  let first: Instance;
  afterEach(async () => {
    for (const instance of running.splice(0)) await instance.stop();
  });
  afterAll(() => removeData(first));

  test("starts from nothing, serves each origin its own, and Ctrl-C leaves nothing behind", async () => {
    first = keep(await startInstance());
    expect(statSync(first.sandboxFile).mode & 0o777).toBe(0o600);
    expect(statSync(join(first.dataDir, "secrets.json")).mode & 0o777).toBe(0o600);
    expect(await get(`${api(first)}/readyz`)).toMatchObject({ status: 200 });
    expect(await get(`${pay(first)}/healthz`)).toMatchObject({ status: 200 });
    expect(await get(`${pay(first)}/v1/payments`)).toMatchObject({ status: 404 });
    expect(await get(`${api(first)}/handoff`)).toMatchObject({ status: 404 });
    expect(await get(`${api(first)}/v1/payments`)).toMatchObject({ status: 401 });
    expect(await get(`${api(first)}/healthz`, { Host: "evil.example" })).toMatchObject({ status: 421 });
    expect(first.output()).toContain(sandboxOf(first).partners.demo.users[0].password);
    const before = sandboxOf(first);
    expect(await first.stop()).toBe(0);
    await leavesNothing(first);

    const second = keep(await startInstance({ like: first }));
    expect(sandboxOf(second)).toEqual(before);
  });

  test("a second instance on the same data, or on a port in use, says so in one sentence", async () => {
    const instance = keep(await startInstance({ like: first }));
    const sameData = await launchInstance({ like: first });
    expect(await endOf(sameData)).toBe(1);
    expect(sameData.output().trim()).toMatch(/^Another instance runs on the data folder \S+: .+\.$/);

    const other = await launchInstance({ env: { BANK_PORT: instance.ports.PAY_PORT } });
    expect(await endOf(other)).toBe(1);
    expect(other.output().trim()).toMatch(
      /^Port \d+ is in use: stop what uses it, or set BANK_PORT to another port\.$/,
    );
    await removeData(other);
  });

  test("kill -9 of the launcher ends the web server, and the next start adopts the database", async () => {
    const killed = keep(await startInstance({ like: first }));
    const server = serverOf(killed.pid);
    const postgres = postgresOf(first);
    process.kill(killed.pid, "SIGKILL");
    await endOf(killed);
    const next = keep(await startInstance({ like: first }));
    expect(isAlive(server)).toBe(false);
    expect(postgresOf(first)).toBe(postgres);
    expect(await get(`${api(next)}/readyz`)).toMatchObject({ status: 200 });
  });

  test("kill -9 of everything at once: the next start recovers by itself", async () => {
    const killed = keep(await startInstance({ like: first }));
    const postgres = postgresOf(first);
    for (const pid of [serverOf(killed.pid), killed.pid, postgres]) process.kill(pid, "SIGKILL");
    await endOf(killed);
    const next = keep(await startInstance({ like: first }));
    expect(await get(`${api(next)}/readyz`)).toMatchObject({ status: 200 });
  });

  test("kill -9 of npm ends everything", async () => {
    const npm = await startInstance({ like: first, command: ["npm", "start"] });
    process.kill(npm.pid, "SIGKILL");
    expect(await endOf(npm)).toBeNull();
    await leavesNothing(npm);
  });

  test("the end of the web server, or of the database, is told in one sentence and ends the rest", async () => {
    const withoutServer = await startInstance({ like: first });
    process.kill(serverOf(withoutServer.pid), "SIGKILL");
    expect(await endOf(withoutServer)).toBe(1);
    expect(withoutServer.output()).toContain("The web server ended unexpectedly (SIGKILL).");
    await leavesNothing(withoutServer);

    const withoutDatabase = await startInstance({ like: first });
    process.kill(postgresOf(first), "SIGKILL");
    expect(await endOf(withoutDatabase)).toBe(1);
    expect(withoutDatabase.output()).toContain("The embedded PostgreSQL ended unexpectedly.");
  });
});
