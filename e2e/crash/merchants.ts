import { Merchant } from "../support/merchant";
import { demo, other, sandbox } from "../support/product";
import { WebhookReceiver } from "../support/webhook-receiver";
import type { Dice } from "./dice";

/** Two accounts whose servers hear of everything, and do not always answer as they should. */
export async function openMerchants(dice: Dice) {
  const partners = [demo, other];
  const receivers: WebhookReceiver[] = [];
  for (const partner of partners) {
    const receiver = await WebhookReceiver.open(partner);
    receiver.decide(({ event: { id } }) => {
      const isFirst = receiver.about(id).length === 1;
      if (!isFirst || dice.falls(0.8)) return 200;
      return dice.falls(0.5) ? 503 : "reset";
    });
    receivers.push(receiver);
  }
  const merchants = partners.map((partner) => new Merchant(sandbox.apiUrl, partner));
  return { merchants, receivers, databaseUrl: sandbox.databaseUrl };
}
