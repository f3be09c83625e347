import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { openBareRefund } from "./bare-refund";

/** The yardstick program: node:http, Zod, the statements and the bank. It reports its port to its parent process. */

const body = z.object({
  paymentCode: z.string().min(1).max(64),
  partnerRefundCode: z.string().min(1).max(128),
  amount: z.int().min(1),
});

const [databaseUrl = "", terminalId = "", key = ""] = process.argv.slice(2);
const refund = await openBareRefund(databaseUrl, terminalId, Buffer.from(key, "base64"));

const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  const done = await refund.run(body.parse(JSON.parse(Buffer.concat(chunks).toString())));
  res.writeHead(201, { "Content-Type": "application/json" }).end(JSON.stringify(done));
};

const server = createServer((req, res) => {
  answer(req, res).catch((error: unknown) => res.writeHead(500).end(String(error)));
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once("disconnect", () => process.exit(0));
