import { changeBank } from "../support/controls";
import { Merchant } from "../support/merchant";
import { demo, other, sandbox } from "../support/product";
import type { Partner } from "../support/sandbox";
import { type Reply, WebhookReceiver } from "../support/webhook-receiver";
import type { Dice } from "./dice";
import type { Shop } from "./refunding";

/** The delay in ms of the bank and of some receivers, so that kills happen between a request and its response. */
const slowMs = 250;

/** The replies to the first attempt of a delivery, with their percentages. */
const replies = new Map<Reply, number>([
  [200, 50],
  [{ status: 200, delayMs: slowMs }, 30],
  [503, 10],
  ["reset", 10],
]);

/** Opens two accounts whose receivers get every event but sometimes respond with an error. */
export async function openMerchants(dice: Dice) {
  await changeBank({ latencyMs: slowMs, operations: ["capture", "void", "credit"] });
  const partners = [demo, other];
  const shops: Shop[] = [];
  for (const partner of partners) {
    shops.push({ merchant: new Merchant(sandbox.apiUrl, partner), receiver: await openReceiver(partner, dice) });
  }
  return { shops, databaseUrl: sandbox.databaseUrl };
}

/** Opens the webhook endpoint of an account. It sometimes responds to the first attempt of a delivery with an error. */
export async function openReceiver(partner: Partner, dice: Dice): Promise<WebhookReceiver> {
  const receiver = await WebhookReceiver.open(partner);
  const seen = new Set<unknown>();
  receiver.decide(({ event }) => {
    if (seen.has(event.id)) return 200;
    seen.add(event.id);
    return dice.pick(replies);
  });
  return receiver;
}
