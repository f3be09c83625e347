import { renamed } from "@/server/domain/webhooks/webhook-signature";
import { readWebhookFacts } from "./webhooks";

const contentType = { "Content-Type": "application/json; charset=utf-8" };

/** The reference of the merchant API, with the names that this installation gives its webhooks' headers (D-43). */
export const answerReference = (reference: object): Response =>
  new Response(renamed(JSON.stringify(reference), readWebhookFacts().prefixes), { headers: contentType });
