import { createServer, type Server } from "node:http";
import { isForHost } from "./hosts";

/**
 * The framework puts its handler for upgrades on the server that it is given. It gets this one, which never listens:
 * so nothing upgrades a connection in production, where an unanswered one would stay open for ever.
 */
export const createUpgrades = (): Server => createServer();

/** Lets the development server's hot reload through. */
export const forwardUpgrades = (from: Server, to: Server, hosts: ReadonlySet<string>): void => {
  from.on("upgrade", (req, socket, head) => {
    if (isForHost(req.rawHeaders, hosts)) to.emit("upgrade", req, socket, head);
    else socket.destroy();
  });
};
