import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Arrival, Command } from "./receiving";

/**
 * The server of every merchant: it responds 200 and records each delivery's time of arrival. One path hangs instead.
 */

const arrivals: Arrival[] = [];
const held = new Set<ServerResponse>();
let awaited = Number.POSITIVE_INFINITY;
let isHanging = false;

const receive = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
  await req.resume().toArray();
  if (req.url === "/hanging") return hang(res);
  arrivals.push({ deliveryId: String(req.headers["webhook-id"]), at: Date.now() });
  res.end();
  report();
};

const hang = (res: ServerResponse): void => {
  if (!isHanging) return void res.end();
  held.add(res);
  res.once("close", () => held.delete(res));
};

const report = (): void => {
  if (arrivals.length < awaited) return;
  awaited = Number.POSITIVE_INFINITY;
  process.send?.({ arrivals: arrivals.splice(0) });
};

process.on("message", (command: Command) => {
  if ("awaited" in command) awaited = command.awaited;
  else isHanging = command.isHanging;
  if (!isHanging) for (const res of held) res.end();
  report();
});
process.once("disconnect", () => process.exit(0));

const server = createServer((req, res) => void receive(req, res).catch(() => res.destroy()));
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
