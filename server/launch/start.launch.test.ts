import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { get, waitForExit } from "../testing/run/http";
import { type Instance, launchInstance, removeData, startInstance } from "../testing/run/instance";
import { findPostmaster } from "./postgres/postmaster";

const running: Instance[] = [];
const keep = (instance: Instance): Instance => {
  running.push(instance);
  return instance;
};
const readSandbox = ({ sandboxFile }: Instance) => JSON.parse(readFileSync(sandboxFile, "utf8"));
const api = ({ ports }: Instance) => `http://localhost:${ports.PORT}`;
const pay = ({ ports }: Instance) => `http://127.0.0.1:${ports.PAY_PORT}`;

/**
 * Finds the web server of a launcher by its parent. It throws when there is none, because 0 would signal this process.
 */
const findServer = (launcherPid: number): number => {
  const isOurs = (pid: string) =>
    readProcessFile(pid, "stat").split(") ").at(-1)?.split(" ")[1] === String(launcherPid) &&
    readProcessFile(pid, "cmdline").includes("server.mjs");
  const pid = readdirSync("/proc").find((name) => /^\d+$/.test(name) && isOurs(name));
  if (pid === undefined) throw new Error("the launcher has no web server");
  return Number(pid);
};
const readProcessFile = (pid: string, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
};
/** Returns the soft and the hard limit of a process's core dumps, in bytes. */
const readCoreLimit = (pid: number): string[] =>
  /^Max core file size +(\S+) +(\S+)/m.exec(readProcessFile(String(pid), "limits"))?.slice(1) ?? [];
const findPostgres = ({ dataDir }: Instance): number => {
  const pid = findPostmaster(join(dataDir, "postgres"))?.pid;
  if (pid === undefined) throw new Error("there is no PostgreSQL");
  return pid;
};
const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`);

const expectNothingLeft = async (instance: Instance): Promise<void> => {
  expect(existsSync(join(instance.dataDir, "launcher.json"))).toBe(false);
  expect(findPostmaster(join(instance.dataDir, "postgres"))).toBeUndefined();
  await expect(get(`${api(instance)}/healthz`)).rejects.toThrow();
};

describe.sequential("a sandbox that starts several times on the same data", () => {
  let first: Instance;
  /** Returns the instance that the previous test left running, because a start takes long; else starts one. */
  const getRunning = async (): Promise<Instance> =>
    running.find(({ pid }) => isAlive(pid)) ?? keep(await startInstance({ like: first }));
  const stopRunning = async (): Promise<void> => {
    for (const instance of running.splice(0)) await instance.stop();
  };
  afterAll(async () => {
    await stopRunning();
    await removeData(first);
  });

  test("starts without data, serves each origin its own paths, and leaves nothing behind after Ctrl-C", async () => {
    first = keep(await startInstance());
    expect(statSync(first.sandboxFile).mode & 0o777).toBe(0o600);
    expect(statSync(join(first.dataDir, "secrets.json")).mode & 0o777).toBe(0o600);
    expect(statSync(join(first.dataDir, "logs/vezne.log")).mode & 0o777).toBe(0o600);
    expect(readCoreLimit(findServer(first.pid))).toEqual(["0", "0"]);
    expect(await get(`${api(first)}/readyz`)).toMatchObject({ status: 200 });
    expect(await get(`${pay(first)}/healthz`)).toMatchObject({ status: 200 });
    expect(await get(`${pay(first)}/v1/payments`)).toMatchObject({ status: 404 });
    expect(await get(`${api(first)}/handoff`)).toMatchObject({ status: 404 });
    expect(await get(`${api(first)}/v1/payments`)).toMatchObject({ status: 401 });
    expect(await get(`${api(first)}/healthz`, { Host: "evil.example" })).toMatchObject({ status: 421 });
    expect(first.output()).toContain(readSandbox(first).partners.demo.users[0].password);
    const before = readSandbox(first);
    await stopRunning();
    expect(await first.exited).toBe(0);
    await expectNothingLeft(first);

    const second = keep(await startInstance({ like: first }));
    expect(readSandbox(second)).toEqual(before);
  });

  test("exits with 1 and one line for a second instance on the same data or on a port in use", async () => {
    const instance = await getRunning();
    const sameData = await launchInstance({ like: first });
    expect(await waitForExit(sameData)).toBe(1);
    expect(sameData.output().trim()).toMatch(/^Another instance uses the data folder \S+\. .+\.$/);

    const other = await launchInstance({ env: { BANK_PORT: instance.ports.PAY_PORT } });
    expect(await waitForExit(other)).toBe(1);
    expect(other.output().trim()).toMatch(
      /^Port \d+ is in use\. Stop the program that uses it, or set BANK_PORT to another port\.$/,
    );
    await removeData(other);
  });

  test("ends the web server after kill -9 of the launcher, and adopts the database at the next start", async () => {
    const killed = await getRunning();
    const server = findServer(killed.pid);
    const postgres = findPostgres(first);
    process.kill(killed.pid, "SIGKILL");
    await waitForExit(killed);
    const next = keep(await startInstance({ like: first }));
    expect(isAlive(server)).toBe(false);
    expect(findPostgres(first)).toBe(postgres);
    expect(await get(`${api(next)}/readyz`)).toMatchObject({ status: 200 });
  });

  test("recovers at the next start after kill -9 of all processes", async () => {
    const killed = await getRunning();
    const postgres = findPostgres(first);
    for (const pid of [findServer(killed.pid), killed.pid, postgres]) process.kill(pid, "SIGKILL");
    await waitForExit(killed);
    const next = keep(await startInstance({ like: first }));
    expect(await get(`${api(next)}/readyz`)).toMatchObject({ status: 200 });
  });

  test("ends the rest with one sentence when the web server or the database ends", async () => {
    const withoutServer = await getRunning();
    process.kill(findServer(withoutServer.pid), "SIGKILL");
    expect(await waitForExit(withoutServer)).toBe(1);
    expect(withoutServer.output()).toContain("The web server ended unexpectedly (SIGKILL).");
    await expectNothingLeft(withoutServer);

    const withoutDatabase = await startInstance({ like: first });
    process.kill(findPostgres(first), "SIGKILL");
    expect(await waitForExit(withoutDatabase)).toBe(1);
    expect(withoutDatabase.output()).toContain("The embedded PostgreSQL ended unexpectedly.");
  });

  test("ends everything after kill -9 of npm", async () => {
    const npm = await startInstance({ like: first, command: ["npm", "start"] });
    process.kill(npm.pid, "SIGKILL");
    expect(await waitForExit(npm)).toBeNull();
    await expectNothingLeft(npm);
  });
});
