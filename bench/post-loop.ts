import { request } from "node:http";
import { newId } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import { buildDeliveryBody, type EventNotice } from "../server/domain/webhooks/events";
import { newWebhookSecret, signHeaders } from "../server/domain/webhooks/webhook-signature";
import { directTarget } from "./load";

/** The yardstick of deliveries: it POSTs the same signed bodies without recording anything. */

/** An order of the parent process. */
export interface LoopOrder {
  readonly seconds: number;
  /** The number of concurrent POSTs. */
  readonly concurrency: number;
  /** True for `fetch`, which reuses connections; false for a new connection per POST. */
  readonly keepsConnections: boolean;
}

const [origin = ""] = process.argv.slice(2);
const url = `${origin}/bare`;
const secret = newWebhookSecret(systemRandom);

const nextMessage = () => {
  const now = new Date();
  const deliveryId = newId(systemRandom, "delivery", now);
  const subjectId = newId(systemRandom, "payment", now);
  const notice: EventNotice = {
    deliveryId,
    type: "payment.captured",
    partnerId: "prt_bench",
    subjectId,
    occurredAt: now,
  };
  const body = buildDeliveryBody(notice);
  const signed = signHeaders({ deliveryId, occurredAt: now, sentAt: now, body, secrets: [secret] });
  return { body, headers: { "Content-Type": "application/json", ...signed } };
};

const postByFetch = async (): Promise<void> => {
  const response = await fetch(url, { method: "POST", ...nextMessage() });
  await response.arrayBuffer();
};

const postByConnection = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const { body, headers } = nextMessage();
    const options = { method: "POST", agent: false, headers: { ...headers, "Content-Length": body.length } };
    const post = request(url, options, (response) => response.resume().once("end", resolve));
    post.once("error", reject).end(body);
  });

process.on("message", async ({ seconds, concurrency, keepsConnections }: LoopOrder) => {
  const post = keepsConnections ? postByFetch : postByConnection;
  process.send?.(await directTarget(post, concurrency)(seconds));
});
process.once("disconnect", () => process.exit(0));
process.send?.({ port: 0 });
