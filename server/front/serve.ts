import type { Server } from "node:http";
import { join } from "node:path";
import next from "next";
import { type Env, EnvError, readEnv } from "@/server/env";
import { createLog } from "@/server/log";
import { finishRequests } from "./finish-requests";
import type { Front } from "./front";
import { hostsOf } from "./hosts";
import { createListener } from "./listener";
import { runtime, runtimeStarted } from "./runtime";
import { createUpgrades, forwardUpgrades } from "./upgrade";

/** Serves the product; what keeps it from serving is told in one sentence, to the launcher where there is one. */
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
 * Serves until a signal, or the end of the launcher, stops it: one instance of the framework, one
 * listener per origin. Throws EnvError, and whatever keeps a port from being opened.
 */
const run = async (folder: string, isDevelopment: boolean): Promise<void> => {
  const env = readEnv();
  const log = createLog({ file: env.mode === "sandbox" ? join(env.dataDir, "logs/vezne.log") : undefined });
  // next-auth asks for its address by this name alone; else it would take itself to be at localhost:3000.
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
    trustedProxyHops: env.trustedProxyHops,
    isDevelopment,
    log,
    router: app.getRequestHandler(),
    isStopping: () => isStopping,
  };
  const servers = listenersOf(env).map((own) => ({ ...own, server: createListener({ ...shared, ...own }) }));
  const started = runtimeStarted();
  await Promise.all([app.prepare(), started]);
  if (isDevelopment) for (const { server, hosts } of servers) forwardUpgrades(server, upgrades, hosts);
  for (const { server, port, host } of servers) await listen(server, port, host);

  const stop = async (reason: string): Promise<void> => {
    isStopping = true;
    log.info({ reason }, "stopping");
    await Promise.all(servers.map(({ server }) => finishRequests(server)));
    await runtime()?.close();
    await app.close();
  };
  for (const reason of ["SIGINT", "SIGTERM", "disconnect"]) {
    process.on(reason, () => {
      if (isStopping) return;
      void stop(reason)
        .catch((error) => log.error({ err: error }, "stopping failed"))
        .finally(() => process.exit(0));
    });
  }
  log.info({ ports: env.ports, mode: env.mode }, "serving");
  process.send?.({ kind: "ready" });
};

type Own = Pick<Front, "origin" | "address" | "hosts" | "ownHosts"> & {
  port: number;
  host: string | undefined;
};

/** The sandbox is open to this machine only; its API is reached as `localhost`, which is two addresses. */
const listenersOf = ({ mode, ports, origins }: Env): Own[] => {
  const api = {
    origin: "api" as const,
    address: origins.api,
    hosts: hostsOf(origins.api, origins.panel),
    ownHosts: { api: hostsOf(origins.api), panel: hostsOf(origins.panel) },
    port: ports.api,
  };
  const pay = {
    origin: "pay" as const,
    address: origins.pay,
    hosts: hostsOf(origins.pay, origins.handoff),
    port: ports.pay,
  };
  if (mode === "live") return [api, pay].map((own) => ({ ...own, host: undefined }));
  return [
    { ...api, host: "127.0.0.1" },
    { ...api, host: "::1" },
    { ...pay, host: "127.0.0.1" },
  ];
};

const listen = (server: Server, port: number, host: string | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const isWithoutIpv6 = host === "::1" && ["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(error.code ?? "");
      if (isWithoutIpv6) resolve();
      else reject(error);
    });
    server.listen({ port, host }, resolve);
  });
