import { request } from "node:http";
import { newId } from "@/server/domain/ids";
import { bodyOf, type EventNotice } from "../server/domain/webhooks/events";
import { newWebhookSecret, signedHeaders } from "../server/domain/webhooks/webhook-signature";
import { directTarget } from "./load";

/** The yardstick of deliveries: the same bodies, signed the same, POSTed without keeping anything anywhere. */

/** What its parent asks for. */
export interface LoopOrder {
  readonly seconds: number;
  /** POSTs under way at any moment. */
  readonly sideBySide: number;
  /** `fetch`, which keeps connections, or one connection for each POST. */
  readonly keepsConnections: boolean;
}

const [origin = ""] = process.argv.slice(2);
const url = `${origin}/bare`;
const secret = newWebhookSecret();

const nextMessage = () => {
  const now = new Date();
  const deliveryId = newId("delivery", now);
  const subjectId = newId("payment", now);
  const notice: EventNotice = {
    deliveryId,
    type: "payment.captured",
    partnerId: "prt_bench",
    subjectId,
    occurredAt: now,
  };
  const body = bodyOf(notice);
  const signed = signedHeaders({ deliveryId, occurredAt: now, sentAt: now, body, secrets: [secret] });
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

process.on("message", async ({ seconds, sideBySide, keepsConnections }: LoopOrder) => {
  const post = keepsConnections ? postByFetch : postByConnection;
  process.send?.(await directTarget(post, sideBySide)(seconds));
});
process.once("disconnect", () => process.exit(0));
process.send?.({ port: 0 });
