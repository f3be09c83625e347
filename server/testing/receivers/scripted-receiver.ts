import type {
  AddressProblem,
  DeliveryAttemptResult,
  WebhookHeader,
  WebhookMessage,
  WebhookSender,
} from "@/server/domain/webhooks/delivery";
import { signHeaders } from "@/server/domain/webhooks/webhook-signature";

/**
 * A sender without a network: it records the messages and returns the test's answers in order; the last one is
 * repeated.
 */
export class ScriptedReceiver implements WebhookSender {
  readonly sent: WebhookMessage[] = [];
  private answers: Answer[] = [answered(200)];
  /** The problem that the check of an address returns. */
  trouble: AddressProblem | null = null;

  answer(...answers: Answer[]): void {
    this.answers = answers;
  }

  async send(message: WebhookMessage): Promise<DeliveryAttemptResult> {
    this.sent.push(message);
    const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
    if (answer === undefined) throw new Error("The scripted receiver has no answer");
    return typeof answer === "function" ? answer(message) : answer;
  }

  buildHeaders(message: WebhookMessage): WebhookHeader[] {
    return Object.entries(signHeaders(message)).map(([name, value]) => ({ name, value }));
  }

  async check(): Promise<AddressProblem | null> {
    return this.trouble;
  }
}

type Answer = DeliveryAttemptResult | ((message: WebhookMessage) => Promise<DeliveryAttemptResult>);

export const answered = (statusCode: number): DeliveryAttemptResult => ({
  statusCode,
  errorClass:
    statusCode < 300 ? null : statusCode < 400 ? "redirect" : statusCode < 500 ? "client_error" : "server_error",
  durationMs: 1,
  response: new TextEncoder().encode(`status ${statusCode}`),
});

export const timedOut: DeliveryAttemptResult = {
  statusCode: null,
  errorClass: "timeout",
  durationMs: 5_000,
  response: new Uint8Array(),
};
