import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * The yardstick program: node:http that parses a JSON body and returns it. It reports its port to its parent process.
 */

const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
  res.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
};

const server = createServer((req, res) => {
  answer(req, res).catch((error: unknown) => res.writeHead(500).end(String(error)));
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once("disconnect", () => process.exit(0));
