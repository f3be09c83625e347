import { changeBank } from "../support/controls";
import { Merchant } from "../support/merchant";
import { demo, other, sandbox } from "../support/product";
import { type Reply, WebhookReceiver } from "../support/webhook-receiver";
import type { Dice } from "./dice";
import type { Shop } from "./refunding";

/** ms; the bank and some receivers take their time, so that kills fall between a question and its answer. */
const slowMs = 250;

/** To the first telling, and to how many of a hundred. */
const replies = new Map<Reply, number>([
  [200, 50],
  [{ status: 200, delayMs: slowMs }, 30],
  [503, 10],
  ["reset", 10],
]);

/** Two accounts whose servers hear of everything, and do not always answer as they should. */
export async function openMerchants(dice: Dice) {
  await changeBank({ latencyMs: slowMs, operations: ["capture", "void", "credit"] });
  const partners = [demo, other];
  const shops: Shop[] = [];
  for (const partner of partners) {
    const receiver = await WebhookReceiver.open(partner);
    receiver.decide(({ event }) => (receiver.about(event.id).length > 1 ? 200 : dice.pick(replies)));
    shops.push({ merchant: new Merchant(sandbox.apiUrl, partner), receiver });
  }
  return { shops, databaseUrl: sandbox.databaseUrl };
}
