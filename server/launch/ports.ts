import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { LaunchFailure } from "./failure";

/** A port that the product needs, the variable that sets it, and the addresses on which the product will listen. */
export type WantedPort = { variable: string; port: number; hosts: (string | undefined)[] };

/**
 * Waits until all ports are free, because an instance that is stopping may still use them.
 * @throws LaunchFailure when a port is still in use after `waitMs`
 */
export const awaitPorts = async (wanted: WantedPort[], waitMs: number): Promise<void> => {
  for (const until = Date.now() + waitMs; ; await sleep(250)) {
    const taken = await findTakenPort(wanted);
    if (taken === undefined) return;
    if (Date.now() > until) {
      throw new LaunchFailure(
        `Port ${taken.port} is in use. Stop the program that uses it, or set ${taken.variable} to another port.`,
      );
    }
  }
};

const findTakenPort = async (wanted: WantedPort[]): Promise<WantedPort | undefined> => {
  for (const want of wanted) {
    for (const host of want.hosts) if (!(await isFree(want.port, host))) return want;
  }
  return undefined;
};

/** Returns whether a port is free. On a machine without the address (IPv6 switched off) it counts as free. */
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

/** The ports that were returned: the program that asked for one may not listen yet. */
const returned = new Set<number>();

/**
 * Returns a port of 127.0.0.1 that is free now, and never the same one twice in this process. It is below the range of
 * outgoing connections, because any program may take a port of that range between a stop and the next start.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (returned.has(port) || !(await isFree(port, "127.0.0.1"))) continue;
    returned.add(port);
    return port;
  }
};

const listenBriefly = (port: number, host: string | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host }, () => server.close(() => resolve()));
  });
