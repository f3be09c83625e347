import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { isForHost } from "./hosts";

type UpgradeHandler = (req: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;

/** Lets the development server's hot reload through; in production nothing upgrades a connection. */
export const upgradeFor = (server: Server, hosts: ReadonlySet<string>, upgrade: UpgradeHandler): void => {
  server.on("upgrade", (req, socket, head) => {
    if (isForHost(req.rawHeaders, hosts)) void upgrade(req, socket, head);
    else socket.destroy();
  });
};
