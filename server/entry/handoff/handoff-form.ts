import type { Language } from "@/server/domain/errors";
import type { RawCard } from "@/server/domain/payments/card-form";
import { cardNames, readCard, readPostedForm } from "../http/posted-form";

/** What a browser posts to the handoff (§4.7). Without any field of the card, the card-entry form is asked for. */
export interface HandoffRequest {
  /** Empty when it was not sent: then it is no known reference. */
  readonly paymentRef: string;
  readonly raw: RawCard | null;
  /** Chosen on the page itself. */
  readonly language: Language | null;
}

/** Throws payload_too_large, unsupported_media_type, validation_error. */
export async function readHandoffRequest(request: Request, language: Language): Promise<HandoffRequest> {
  const form = await readPostedForm(request, language);
  return {
    paymentRef: form.text("paymentRef"),
    raw: cardNames.some((name) => form.has(name)) ? readCard(form) : null,
    language: form.language,
  };
}
