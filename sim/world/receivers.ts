import type { WebhookSender } from "@/server/domain/webhooks/delivery";
import { verifyWebhook } from "@/server/domain/webhooks/webhook-signature";
import type { Exchanged, Post } from "@/server/webhooks/exchange";
import { createWebhookSender } from "@/server/webhooks/sender";
import { webhookSecretOf } from "./accounts";
import type { Draws } from "./draws";
import type { MachineParts } from "./machine-parts";
import type { Scheduler } from "./scheduler";
import type { SimTime } from "./sim-time";
import type { Weather } from "./weather";

/** A webhook that has reached its receiver. */
export interface Notice {
  readonly url: string;
  readonly deliveryId: string;
  readonly body: string;
  /** Whether the receiver answered that it has taken it. The sender may not have got that answer. */
  readonly isTaken: boolean;
  /** How the request ended: the status of the answer, or why none came. */
  readonly fate: string;
  /** Whether it is signed with the secret of the merchant with this receiver. */
  readonly isGenuine: boolean;
}

export interface ReceiverSettings {
  readonly scheduler: Scheduler;
  readonly time: SimTime;
  readonly draws: Draws;
  weather(): Weather;
}

/** The servers of the merchants, which get webhooks over a network that loses some of them. */
export class Receivers {
  readonly notices: Notice[] = [];

  constructor(private readonly settings: ReceiverSettings) {}

  /** Makes the product's sender of webhooks for a process: it signs and checks as always, and this network carries. */
  senderOf({ open, realTime }: MachineParts): WebhookSender {
    let made = 0;
    return createWebhookSender({
      mode: "live",
      headerPrefix: prefixes.current,
      legacyHeaderPrefix: prefixes.legacy,
      realTime,
      resolve: async () => ["93.184.215.14"],
      exchange: (post, { answerMs }) => this.carry(post, answerMs, open(`hook${++made}`)),
    });
  }

  private carry(post: Post, answerMs: number, lane: ReturnType<MachineParts["open"]>): Promise<Exchanged> {
    const { draws, scheduler, time } = this.settings;
    const fails = draws.chance(this.settings.weather().receiverFails);
    const fate = fails ? draws.weighted({ unreachable: 1, 500: 2, 404: 1, hangs: 1, "lost answer": 2 }) : "200";
    return new Promise((resolve) => {
      const act = (): string => {
        if (fate !== "unreachable") this.take(post, fate);
        if (fate === "hangs" || fate === "lost answer") {
          time.set(lane, "the receiver has not answered in time", answerMs, () => resolve({ error: "timeout" }));
        } else if (fate === "unreachable") resolve({ error: "connection_failed" });
        else resolve({ statusCode: Number(fate), body: new Uint8Array() });
        return fate;
      };
      scheduler.offer(lane, { what: `webhook to ${post.url.hostname}`, act });
    });
  }

  private take(post: Post, fate: string): void {
    const body = Buffer.from(post.body).toString("utf8");
    const headers = Object.fromEntries(Object.entries(post.headers).map(([name, value]) => [name, String(value)]));
    const verdict = verifyWebhook({ headers, body, secret: webhookSecretOf(post.url.href), prefixes });
    this.notices.push({
      url: post.url.href,
      deliveryId: headers["webhook-id"] ?? "",
      body,
      fate,
      isTaken: fate === "200" || fate === "lost answer",
      isGenuine: verdict.ok,
    });
  }
}

const prefixes = { current: "X-Vezne", legacy: "X-Vezne-Legacy" } as const;
