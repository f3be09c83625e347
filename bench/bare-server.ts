import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { openBareInsert } from "./bare-insert";

/** The yardstick program: node:http, Zod and one prepared insert. It reports its port to its parent process. */

const body = z.object({
  amount: z.int().min(1).max(1_000_000_000),
  partnerTxCode: z.string().min(1).max(128),
  terminalId: z.string().min(1).max(64),
  installment: z.int(),
  description: z.string().max(1024),
  returnUrl: z.url().max(2048),
});

const [databaseUrl = "", partnerId = ""] = process.argv.slice(2);
const insert = openBareInsert(databaseUrl, partnerId);

const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  const created = await insert.run(body.parse(JSON.parse(Buffer.concat(chunks).toString())));
  res.writeHead(201, { "Content-Type": "application/json" }).end(JSON.stringify(created));
};

const server = createServer((req, res) => {
  answer(req, res).catch((error: unknown) => res.writeHead(500).end(String(error)));
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once("disconnect", () => process.exit(0));
