import type { Capabilities } from "@/server/banks/bank";
import type { WebhookSender } from "@/server/domain/webhooks/delivery";

export interface WorldSettings {
  /** The capabilities in which the scripted bank differs from the default. */
  readonly bankCan?: Partial<Capabilities>;
  /** How long a buyer waits for the bank in real time, ms. The default is longer than any machine takes to answer. */
  readonly captureWaitMs?: number;
  /** The same for a merchant who refunds. */
  readonly refundWaitMs?: number;
  /** What the thresholds of refused cards are multiplied by. The default is so high that no test reaches them. */
  readonly refusalsMultiplier?: number;
  /** The sender of webhooks; the default is the scripted receiver. */
  readonly webhooks?: WebhookSender;
  /** Whether circuits of banks open; as in a sandbox, they do not by default (D-373). */
  readonly bankBreaker?: true;
  /** Whether `ctx.db` has the application's role, as the product has; `world.db` is always the superuser (D-304). */
  readonly asApplication?: true;
  /** Whether the test leaves books that do not agree, because it writes rows that the product never writes. */
  readonly hasBrokenBooks?: true;
}
