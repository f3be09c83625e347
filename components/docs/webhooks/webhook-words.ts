import type { EventType } from "@/server/domain/states";
import type { EventFamily } from "@/server/domain/webhooks/events";
import type { RuleWords } from "../guide/guide-text";

/** The texts of the guide to webhooks. The parts between backticks are shown as code. */
export interface WebhookWords {
  readonly title: string;
  readonly intro: readonly string[];
  readonly contents: string;
  readonly events: {
    readonly title: string;
    readonly intro: string;
    readonly families: Readonly<Record<EventFamily, { readonly name: string; readonly next: string }>>;
    readonly sentWhen: Readonly<Record<EventType, string>>;
    readonly fields: string;
    readonly refunds: string;
  };
  readonly headers: {
    readonly title: string;
    readonly intro: string;
    readonly alsoAs: (name: string) => string;
    readonly values: Readonly<Record<"Signature" | "Timestamp" | "Delivery-Id", string>>;
    readonly standard: string;
    readonly standardValues: Readonly<Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>>;
  };
  readonly verify: Rules;
  readonly answer: {
    readonly title: string;
    readonly intro: string;
    readonly answers: readonly (readonly [answer: string, meaning: string])[];
    readonly retries: (delays: string, hours: string) => string;
    readonly address: string;
  };
  readonly repeats: Rules;
  readonly rotation: Rules;
  readonly address: Rules & { readonly inSandbox: string };
  readonly sandbox: {
    readonly title: string;
    readonly intro: string;
    readonly setAddress: string;
    readonly sendTest: string;
    readonly moveClock: string;
    readonly payoutEvents: string;
    readonly cards: string;
  };
  readonly samples: Rules & { readonly asFile: string };
}

interface Rules extends RuleWords {
  readonly title: string;
}
