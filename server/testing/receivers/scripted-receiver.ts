import type {
  AddressTrouble,
  AttemptResult,
  WebhookHeader,
  WebhookMessage,
  WebhookSender,
} from "@/server/domain/webhooks/delivery";
import { signedHeaders } from "@/server/domain/webhooks/webhook-signature";

/** Receives what the product sends, without a network: answers what the test has told it, in order; the last one stays. */
export class ScriptedReceiver implements WebhookSender {
  readonly sent: WebhookMessage[] = [];
  private answers: Answer[] = [answered(200)];
  /** What the look-up of an address finds wrong. */
  trouble: AddressTrouble | null = null;

  answer(...answers: Answer[]): void {
    this.answers = answers;
  }

  async send(message: WebhookMessage): Promise<AttemptResult> {
    this.sent.push(message);
    const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
    if (answer === undefined) throw new Error("The scripted receiver was not told what to answer");
    return typeof answer === "function" ? answer(message) : answer;
  }

  headersOf(message: WebhookMessage): WebhookHeader[] {
    return Object.entries(signedHeaders(message)).map(([name, value]) => ({ name, value }));
  }

  async check(): Promise<AddressTrouble | null> {
    return this.trouble;
  }
}

type Answer = AttemptResult | ((message: WebhookMessage) => Promise<AttemptResult>);

export const answered = (statusCode: number): AttemptResult => ({
  statusCode,
  errorClass:
    statusCode < 300
      ? null
      : statusCode < 400
        ? "redirect"
        : statusCode < 500
          ? "client_error"
          : "server_error",
  durationMs: 1,
  response: new TextEncoder().encode(`status ${statusCode}`),
});

export const timedOut: AttemptResult = {
  statusCode: null,
  errorClass: "timeout",
  durationMs: 5_000,
  response: new Uint8Array(),
};
