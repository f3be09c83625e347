import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { LaunchFailure } from "./failure";

/** A port that the product needs, the variable that moves it, and the addresses it will listen on. */
export type WantedPort = { variable: string; port: number; hosts: (string | undefined)[] };

/** Waits for ports that an instance before us is still letting go of; throws LaunchFailure when one stays taken. */
export const awaitPorts = async (wanted: WantedPort[], waitMs: number): Promise<void> => {
  for (const until = Date.now() + waitMs; ; await sleep(250)) {
    const taken = await firstTaken(wanted);
    if (taken === undefined) return;
    if (Date.now() > until) {
      throw new LaunchFailure(
        `Port ${taken.port} is in use: stop what uses it, or set ${taken.variable} to another port.`,
      );
    }
  }
};

const firstTaken = async (wanted: WantedPort[]): Promise<WantedPort | undefined> => {
  for (const want of wanted) {
    for (const host of want.hosts) if (!(await isFree(want.port, host))) return want;
  }
  return undefined;
};

/** A machine without that address (IPv6 switched off) has nothing on it either. */
const isFree = async (port: number, host: string | undefined): Promise<boolean> => {
  try {
    await listenBriefly(port, host);
    return true;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") return false;
    if (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT") return true;
    throw new LaunchFailure(`Port ${port} cannot be opened: ${message}.`);
  }
};

/**
 * A port of 127.0.0.1 that nothing listened on a moment ago. Below those that systems give to outgoing connections: one of
 * these may be taken by any program between a stop and the next start.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port, "127.0.0.1")) return port;
  }
};

const listenBriefly = (port: number, host: string | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host }, () => server.close(() => resolve()));
  });
