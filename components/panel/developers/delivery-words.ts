import type { Translator } from "@/messages/catalogues";
import type { DeliveryAttemptError } from "@/server/domain/webhooks/delivery";

export interface AttemptOutcome {
  readonly statusCode: number | null;
  readonly errorClass: DeliveryAttemptError | null;
}

/** Formats an attempt's outcome: `HTTP 200`, `HTTP 503, an error at the receiver`, `no answer within 5 seconds`. */
export function outcomeText({ statusCode, errorClass }: AttemptOutcome, t: Translator<"shared.delivery">): string {
  const why = errorClass && t(`errors.${errorClass}`);
  return [statusCode && `HTTP ${statusCode}`, why].filter(Boolean).join(", ");
}
