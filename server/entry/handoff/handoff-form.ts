import type { RawCard } from "@/server/domain/card-form";
import { AppError, type Language } from "@/server/domain/errors";
import { fieldSentence, problem } from "@/server/domain/field-words";
import { Secret } from "@/server/domain/secret";
import { readBytes } from "../json-body";

/** 16 KiB (D-5). */
const bodyLimit = 16_384;

/** What a browser posts to the handoff (§4.7). Without any field of the card, the card-entry form is asked for. */
export interface HandoffRequest {
  /** Empty when it was not sent: then it is no known reference. */
  readonly paymentRef: string;
  readonly raw: RawCard | null;
  /** Chosen on the page itself. */
  readonly language: Language | null;
}

const cardNames = ["pan", "expireMonth", "expireYear", "cv2"] as const;

/** Throws payload_too_large, unsupported_media_type, validation_error. Unknown fields are ignored (D-6). */
export async function readHandoffRequest(request: Request, language: Language): Promise<HandoffRequest> {
  const bytes = await readBytes(request, bodyLimit);
  const type = request.headers.get("content-type") ?? "";
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type);
  if (!isForm || request.headers.has("content-encoding")) throw new AppError("unsupported_media_type");
  const form = await parse(bytes, type);
  const field = (name: string): string => {
    const [value = "", ...more] = form.getAll(name);
    if (more.length > 0) throw wrongField(name, "once", language);
    if (typeof value !== "string") throw wrongField(name, "text", language);
    return value;
  };
  const chosen = form.get("lang");
  return {
    paymentRef: field("paymentRef"),
    raw: cardNames.some((name) => form.has(name)) ? readCard(field) : null,
    language: chosen === "tr" || chosen === "en" ? chosen : null,
  };
}

const readCard = (field: (name: (typeof cardNames)[number]) => string): RawCard => ({
  pan: new Secret(field("pan")),
  expireMonth: field("expireMonth"),
  expireYear: field("expireYear"),
  cv2: new Secret(field("cv2")),
});

const parse = (bytes: Uint8Array, type: string): Promise<FormData> =>
  new Response(Uint8Array.from(bytes), { headers: { "Content-Type": type } }).formData().catch(() => {
    throw new AppError("validation_error", "The form could not be read");
  });

const wrongField = (name: string, what: "once" | "text", language: Language): AppError =>
  new AppError("validation_error", `${name} ${what}`, {
    message: `${name}: ${fieldSentence(problem(what), language)}`,
  });
