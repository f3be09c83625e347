import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { LaunchFailure } from "@/server/launch/failure";
import { freePort } from "@/server/launch/ports";
import { projectRoot } from "@/server/launch/project";
import { testCertificate } from "@/server/testing/receivers/certificate";
import type { Backend, LoadBalancer } from "../cluster/proxy";
import { type Passed, readAccessLog } from "./access-log";
import { fillInPlaces } from "./configuration";

/** The file that operations.md recommends. */
const recommended = join(projectRoot, "deploy/haproxy/haproxy.cfg");

/** Debian puts the program where only an administrator's PATH looks. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/** Returns the version of the installed HAProxy. @throws LaunchFailure where it is not installed */
export function findHaproxy(): string {
  const { status, stdout } = spawnSync("haproxy", ["-v"], { encoding: "utf8", env });
  if (status === 0) return /version (\S+)/.exec(stdout)?.[1] ?? "unknown";
  throw new LaunchFailure("HAProxy is not installed; install it with: apt-get install -y haproxy");
}

export interface Haproxy extends LoadBalancer {
  /** Returns the requests that have ended so far, as HAProxy logged them. */
  readLog(): Passed[];
}

/** How often HAProxy is asked which processes get requests, ms. */
const lookEveryMs = 100;

/**
 * Starts the installed HAProxy with the recommended file, which it checks first. All hosts share one port.
 * @param folder gets the configuration and the log
 */
export async function startHaproxy(backends: readonly Backend[], folder: string): Promise<Haproxy> {
  const file = readFileSync(recommended, "utf8");
  checkWithTls(file, folder);
  const [port, plainPort] = [await freePort(), await freePort()];
  const files = {
    configuration: join(folder, "haproxy.cfg"),
    socket: join(folder, "haproxy.sock"),
    log: join(folder, "haproxy.log"),
  };
  const filledIn = fillInPlaces(file, { port, plainPort, adminSocket: files.socket, backends });
  writeFileSync(files.configuration, filledIn);
  check(files.configuration);
  const log = openSync(files.log, "a");
  const child = spawn("haproxy", ["-db", "-f", files.configuration], { env, stdio: ["ignore", log, log] });
  closeSync(log);

  const ready = new Set<Backend>();
  const look = async (): Promise<void> => {
    const states = await readStates(files.socket);
    for (const [n, backend] of backends.entries()) {
      const isUp = ["api", "pay"].every((part) => states.get(`${part}/web${n + 1}`)?.startsWith("UP"));
      if (isUp) ready.add(backend);
      else ready.delete(backend);
    }
  };
  // HAProxy takes each process for ready until its first probes.
  await sleep(firstProbesMs);
  const looks = setInterval(() => void look().catch(() => ready.clear()), lookEveryMs);
  return {
    port,
    payPort: port,
    ready,
    async until(backend, state) {
      while (ready.has(backend) !== (state === "ready")) {
        if (hasEnded(child)) throw new Error(`HAProxy has ended: ${readFileSync(files.log, "utf8").slice(-2_000)}`);
        await sleep(lookEveryMs / 2);
      }
    },
    changePages() {
      throw new Error("HAProxy changes no pages.");
    },
    close() {
      clearInterval(looks);
      child.kill("SIGKILL");
    },
    readLog: () => readAccessLog(readFileSync(files.log, "utf8")),
  };
}

/** Longer than HAProxy needs to notice that a process does not run. */
const firstProbesMs = 3_000;

/** Lets HAProxy check the committed file with TLS. Only the folder of the certificates is replaced. */
function checkWithTls(file: string, folder: string): void {
  const { key, cert } = testCertificate(["api.example.com"]);
  const [certificate, configuration] = [join(folder, "certificate.pem"), join(folder, "haproxy-tls.cfg")];
  writeFileSync(certificate, cert + key, { mode: 0o600 });
  writeFileSync(configuration, file.replace("/etc/haproxy/certs/", certificate));
  check(configuration);
}

/** @throws LaunchFailure with HAProxy's words when it refuses a file */
function check(file: string): void {
  const { status, stderr, stdout } = spawnSync("haproxy", ["-c", "-f", file], { encoding: "utf8", env });
  if (status !== 0) throw new LaunchFailure(`HAProxy refuses ${file}:\n${stdout}${stderr}`);
}

/** Returns the states of HAProxy's servers by name, such as `api/web1` → `UP`. */
async function readStates(path: string): Promise<Map<string, string>> {
  const socket = connect(path);
  await once(socket, "connect");
  socket.end("show stat\n");
  const [head = "", ...rows] = (await text(socket)).replace(/^# /, "").split("\n");
  const column = head.split(",").indexOf("status");
  return new Map(
    rows.map((row) => row.split(",")).map((values) => [`${values[0]}/${values[1]}`, values[column] ?? ""]),
  );
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;
