import { applyHeaderPrefixes } from "@/server/domain/webhooks/webhook-signature";
import { readWebhookFacts } from "./webhooks";

const contentType = { "Content-Type": "application/json; charset=utf-8" };

/** Answers the reference of the merchant API, with this installation's names of the webhook headers (D-43). */
export const answerReference = (reference: object): Response =>
  new Response(applyHeaderPrefixes(JSON.stringify(reference), readWebhookFacts().prefixes), {
    headers: contentType,
  });
