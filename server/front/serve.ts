import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import next from "next";
import { type Env, EnvError, readEnv } from "@/server/env";
import { createLog } from "@/server/log";
import { startTelemetry } from "@/server/telemetry/start";
import { createAdminListener } from "./admin-listener";
import { finishRequests } from "./finish-requests";
import type { Front } from "./front";
import { isForHost, toHosts } from "./hosts";
import { createListener } from "./listener";
import { runtime, runtimeStarted } from "./runtime-handle";

/** Serves the product. A failure to start is reported in one sentence, to the launcher or else to standard error. */
export const serve = async (folder: string, isDevelopment: boolean): Promise<void> => {
  try {
    await run(folder, isDevelopment);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const sentence = error instanceof EnvError ? reason : `The web server could not start: ${reason}`;
    if (process.send) process.send({ kind: "failed", sentence }, () => process.exit(1));
    else process.stderr.write(`${sentence}\n`, () => process.exit(1));
  }
};

/**
 * Serves until a signal, or the end of the launcher, stops it: one instance of the framework, one listener per origin,
 * and a private one. Throws EnvError, and the error of a port that cannot be opened.
 */
const run = async (folder: string, isDevelopment: boolean): Promise<void> => {
  const env = readEnv();
  const log = createLog(env.log);
  const telemetry = await startTelemetry({ env, version: readVersion(folder), log });
  // next-auth reads its address only from this variable; without it, it would assume localhost:3000.
  process.env.NEXTAUTH_URL = env.origins.panel;
  const upgrades = createUpgrades();
  const app = next({
    dev: isDevelopment,
    dir: folder,
    hostname: "localhost",
    port: env.ports.api,
    httpServer: upgrades,
  });
  let isStopping = false;

  const shared = {
    handoffOrigin: env.origins.handoff,
    trustedProxies: env.trustedProxies,
    isDevelopment,
    log,
    router: app.getRequestHandler(),
    isStopping: () => isStopping,
  };
  const servers = toListeners(env).map((own) => ({ ...own, server: createListener({ ...shared, ...own }) }));
  const probed = env.adminAddresses.map((host) => ({ host, server: createAdminListener(shared) }));
  const started = runtimeStarted();
  // The probes are answered from the beginning, so that a slow start is not taken for a process that hangs.
  for (const { server, host } of probed) await listen(server, env.ports.admin, host);
  await Promise.all([app.prepare(), started]);
  if (isDevelopment) for (const { server, hosts } of servers) forwardUpgrades(server, upgrades, hosts);
  for (const { server, port, host } of servers) await listen(server, port, host);

  const hurry = new AbortController();
  const stop = async (reason: string): Promise<void> => {
    isStopping = true;
    log.info({ reason }, "stopping");
    // The load balancer sees that the process is not ready and sends the next requests to others (D-325).
    if (reason === "SIGTERM") await sleep(env.stopPauseMs, undefined, { signal: hurry.signal }).catch(() => undefined);
    const lingerMs = reason === "SIGTERM" && !hurry.signal.aborted ? Math.min(env.stopPauseMs, lingerMaxMs) : 0;
    await Promise.all(servers.map(({ server }) => finishRequests(server, { lingerMs })));
    await runtime()?.close();
    await app.close();
    await telemetry.stop();
    for (const { server } of probed) server.close().closeAllConnections();
  };
  for (const reason of ["SIGINT", "SIGTERM", "disconnect"]) {
    process.on(reason, () => {
      if (isStopping) return hurry.abort();
      void stop(reason)
        .catch((error) => log.error({ err: error }, "stopping failed"))
        .finally(() => process.exit(0));
    });
  }
  log.info({ ports: env.ports, mode: env.mode }, "serving");
  process.send?.({ kind: "ready" });
};

const readVersion = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string }).version;

/** How long connections that a proxy keeps open stay after the pause, ms: its last request may be on the way. */
const lingerMaxMs = 2_000;

type ListenerSettings = Pick<Front, "origin" | "address" | "hosts" | "ownHosts"> & {
  port: number;
  host: string;
};

/**
 * Returns the listeners. The sandbox is open to this machine only; its API is at `localhost`, which is two addresses.
 * In live mode `HOST` names the addresses; without it the listeners are open to a proxy on this machine only (D-317).
 */
const toListeners = ({ mode, ports, origins, addresses }: Env): ListenerSettings[] => {
  const api = {
    origin: "api" as const,
    address: origins.api,
    hosts: toHosts(origins.api, origins.panel),
    ownHosts: { api: toHosts(origins.api), panel: toHosts(origins.panel) },
    port: ports.api,
  };
  const pay = {
    origin: "pay" as const,
    address: origins.pay,
    hosts: toHosts(origins.pay, origins.handoff),
    port: ports.pay,
  };
  if (mode === "live") return [api, pay].flatMap((own) => addresses.map((host) => ({ ...own, host })));
  return [
    { ...api, host: "127.0.0.1" },
    { ...api, host: "::1" },
    { ...pay, host: "127.0.0.1" },
  ];
};

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const isWithoutIpv6 = host === "::1" && ["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(error.code ?? "");
      if (isWithoutIpv6) resolve();
      else reject(error);
    });
    server.listen({ port, host }, resolve);
  });

/**
 * Creates a server that never listens, for the framework, which puts its upgrade handler on the server that it gets.
 * Without a listening one no upgrade reaches it in production, where an unanswered upgrade would stay open for ever.
 */
const createUpgrades = (): Server => createServer();

/** Forwards upgrades to the framework, which its development server needs for hot reload. */
const forwardUpgrades = (from: Server, to: Server, hosts: ReadonlySet<string>): void => {
  from.on("upgrade", (req, socket, head) => {
    if (isForHost(req.rawHeaders, hosts)) to.emit("upgrade", req, socket, head);
    else socket.destroy();
  });
};
