import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** Stops accepting, lets requests in flight finish, and after `graceMs` cuts what is left. */
export const finishRequests = async (server: Server, graceMs = 20_000): Promise<void> => {
  if (!server.listening) return;
  const closed = new Promise<true>((resolve) => server.close(() => resolve(true)));
  for (const until = Date.now() + graceMs; Date.now() < until; ) {
    server.closeIdleConnections();
    if (await Promise.race([closed, sleep(100)])) return;
  }
  server.closeAllConnections();
};
