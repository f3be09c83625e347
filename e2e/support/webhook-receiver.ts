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

/** A request whose signature was valid. */
export interface Notice extends Received {
  readonly event: WebhookEvent;
}

/** The response to a request with a valid signature. */
export type Reply = Exclude<Behaviour, (...received: never[]) => unknown>;

const path = "/hooks/vezne?shop=1";

/**
 * A merchant's webhook endpoint. It accepts signed requests and responds 400 to others (§6.3 rule 2), records them, and
 * is the account's webhook address until it closes.
 */
export class WebhookReceiver {
  readonly notices: Notice[] = [];
  /** The real time in ms. */
  readonly openedAt = Date.now();
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

  /** The number of connections opened to it so far. */
  get connections(): number {
    return this.server.connections;
  }

  /** The largest number of requests that were open at the same time so far. */
  get openAtMost(): number {
    return this.server.openAtMost;
  }

  /** Makes this endpoint the account's webhook address. */
  async beAddress(): Promise<void> {
    await changePartner(this.partner.partnerId, { webhookUrl: this.url });
  }

  /** Sets the replies to the next requests, one for each; the last one is repeated. */
  answer(...replies: readonly [Reply, ...Reply[]]): void {
    const script = [...replies];
    this.decide(() => (script.length > 1 ? script.shift() : script[0]) ?? 200);
  }

  decide(reply: (notice: Notice) => Reply): void {
    this.#reply = reply;
  }

  /** Lists the requests about a payment or a link, or with the id of a delivery, in the order of arrival. */
  about(subject: string): Notice[] {
    return this.notices.filter(({ event: { id, paymentCode, paymentLinkId } }) =>
      [id, paymentCode, paymentLinkId].includes(subject),
    );
  }

  /** Waits until `count` requests about the subject have arrived, and returns them. */
  async until(subject: string, count = 1): Promise<Notice[]> {
    while (this.about(subject).length < count) await this.server.until(this.server.requests.length + 1);
    return this.about(subject);
  }

  /** Removes the account's webhook address, and expects that no unsigned request has arrived. */
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
