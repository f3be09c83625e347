import { expect } from "@playwright/test";
import { verifyWebhook, type WebhookEvent } from "@/server/domain/webhooks/webhook-signature";
import {
  type Behaviour,
  type Received,
  startTestReceiver,
  type TestReceiver,
} from "@/server/testing/receivers/receiver";
import { changePartner } from "./controls";
import type { Partner } from "./sandbox";

/** A request that was believed. */
export interface Notice extends Received {
  readonly event: WebhookEvent;
}

/** What a believed request is answered with. */
export type Reply = Exclude<Behaviour, (...received: never[]) => unknown>;

const path = "/hooks/vezne?shop=1";

/**
 * A merchant's webhook endpoint: believes what is signed and answers 400 to the rest (§6.3 rule 2), remembers what
 * came, and is the account's address until it closes.
 */
export class WebhookReceiver {
  readonly notices: Notice[] = [];
  readonly #refused: string[] = [];
  #reply: (notice: Notice) => Reply = () => 200;

  private constructor(
    private readonly partner: Partner,
    private readonly server: TestReceiver,
  ) {}

  static async open(partner: Partner): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(partner, await startTestReceiver());
    receiver.server.answer("/hooks/vezne", (received) => receiver.#receive(received));
    await receiver.beAddress();
    return receiver;
  }

  get url(): string {
    return this.server.url(path);
  }

  /** How many connections were ever opened to it. */
  get connections(): number {
    return this.server.connections;
  }

  /** From now on the account's webhooks come here. */
  async beAddress(): Promise<void> {
    await changePartner(this.partner.partnerId, { webhookUrl: this.url });
  }

  /** One reply per request from now on; the last one stays. */
  answer(...replies: readonly [Reply, ...Reply[]]): void {
    const script = [...replies];
    this.decide(() => (script.length > 1 ? script.shift() : script[0]) ?? 200);
  }

  decide(reply: (notice: Notice) => Reply): void {
    this.#reply = reply;
  }

  /** What came about a payment or a link, or under the id of a delivery, in the order of arrival. */
  about(subject: string): Notice[] {
    return this.notices.filter(({ event: { id, paymentCode, paymentLinkId } }) =>
      [id, paymentCode, paymentLinkId].includes(subject),
    );
  }

  /** Waits until so many have come about it, and answers them. */
  async until(subject: string, count = 1): Promise<Notice[]> {
    while (this.about(subject).length < count) await this.server.until(this.server.requests.length + 1);
    return this.about(subject);
  }

  /** The account has no address any more. Nothing that came was unsigned. */
  async close(): Promise<void> {
    await changePartner(this.partner.partnerId, { webhookUrl: null });
    await this.server.close();
    expect(this.#refused).toEqual([]);
  }

  #receive(received: Received): Reply {
    const { headers, body } = received;
    const verdict = verifyWebhook({ headers, body, secret: this.partner.webhookSecret });
    if (!verdict.ok || received.method !== "POST" || received.url !== path) {
      this.#refused.push(`${received.method} ${received.url}: ${verdict.ok ? "signed" : verdict.reason}`);
      return 400;
    }
    const notice = { ...received, event: verdict.event };
    this.notices.push(notice);
    return this.#reply(notice);
  }
}
