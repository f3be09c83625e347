import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

export interface FinishSettings {
  /** How long requests in flight may take, ms. */
  readonly graceMs?: number;
  /**
   * How long open connections without a request stay, ms. A proxy may be sending a request on one of them just now; its
   * answer closes the connection.
   */
  readonly lingerMs?: number;
}

/**
 * Accepts the connections that are made already, stops accepting others, lets requests in flight finish, and after the
 * grace cuts the remaining connections.
 */
export const finishRequests = async (server: Server, settings: FinishSettings = {}): Promise<void> => {
  const { graceMs = 20_000, lingerMs = 0 } = settings;
  if (!server.listening) return;
  const startedAt = Date.now();
  await acceptWaiting(server);
  const closed = new Promise<true>((resolve) => stopListening(server, () => resolve(true)));
  const closedAt = Date.now();
  while (Date.now() - startedAt < lingerMs + graceMs) {
    if (Date.now() - closedAt >= lingerMs) {
      // First the requests are read that arrived while the process was busy: their connections look idle until then.
      await nextTurn();
      server.closeIdleConnections();
    }
    if (await Promise.race([closed, sleep(100)])) return;
  }
  server.closeAllConnections();
};

/** How long connections may be waited for that the operating system keeps for us, ms. */
const acceptMaxMs = 5_000;

/**
 * Waits until no connection is left that the operating system has accepted and Node has not. Node takes one in each
 * turn of its loop, so a busy process has many of them, and each is reset with its request when the port closes. A turn
 * that brought none shows that none was left.
 */
const acceptWaiting = async (server: Server): Promise<void> => {
  let accepted = 0;
  const count = (): void => {
    accepted += 1;
  };
  server.on("connection", count);
  const until = Date.now() + acceptMaxMs;
  for (let before = -1; before !== accepted && Date.now() < until; ) {
    before = accepted;
    // The first turn may have begun before the call, after its look at the port.
    await nextTurn();
    await nextTurn();
  }
  server.off("connection", count);
};

/** Closes the port only: the HTTP server's own method would also cut connections on which a request is arriving. */
const stopListening = (server: Server, onClosed: () => void): void => {
  NetServer.prototype.close.call(server, onClosed);
};
