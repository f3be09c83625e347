import { AppError, type Language } from "@/server/domain/errors";
import { fieldSentence, problem } from "@/server/domain/field-words";
import type { RawCard } from "@/server/domain/payments/card-form";
import { Secret } from "@/server/domain/secret";
import type { BuyerLanguage } from "@/server/domain/web/negotiation";
import { readBytes } from "./json-body";
import { parseBuyerLanguage } from "./page-request";

/** The largest form in bytes: 16 KiB (D-5). */
const bodyLimit = 16_384;

/** A form as a browser posts it. Unknown fields are ignored (D-6). */
export interface PostedForm {
  /**
   * Returns a field, empty when it was not sent. Throws validation_error for a field that was sent twice or as a file.
   */
  text(name: string): string;
  has(name: string): boolean;
  /** The language that was chosen on the page itself; null when none was. */
  readonly language: BuyerLanguage | null;
}

/**
 * Reads a posted form. Throws payload_too_large, unsupported_media_type and validation_error.
 * @param language the language of a refusal's message
 */
export async function readPostedForm(request: Request, language: Language): Promise<PostedForm> {
  const bytes = await readBytes(request, bodyLimit);
  const type = request.headers.get("content-type") ?? "";
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type);
  if (!isForm || request.headers.has("content-encoding")) throw new AppError("unsupported_media_type");
  const form = await parse(bytes, type).finally(() => bytes.fill(0));
  return {
    text(name) {
      const [value = "", ...more] = form.getAll(name);
      if (more.length > 0) throw wrongField(name, "once", language);
      if (typeof value !== "string") throw wrongField(name, "text", language);
      return value;
    },
    has: (name) => form.has(name),
    language: parseBuyerLanguage(form.get("lang")),
  };
}

/** The form fields that carry the card (§4.7). */
export const cardNames = ["pan", "expireMonth", "expireYear", "cv2"] as const;

/** Reads the card of a form. Its number and security code are wrapped in Secret at once (R10). */
export const readCard = (form: PostedForm): RawCard => ({
  pan: new Secret(form.text("pan")),
  expireMonth: form.text("expireMonth"),
  expireYear: form.text("expireYear"),
  cv2: new Secret(form.text("cv2")),
});

/** Creates the refusal of one field. It names the field and the fault, never the value (D-4). */
export const wrongField = (name: string, what: "once" | "text" | "invalid", language: Language): AppError =>
  new AppError("validation_error", `${name} ${what}`, {
    message: `${name}: ${fieldSentence(problem(what), language)}`,
  });

/**
 * Parses a form. The usual kind is parsed from its bytes: the standard's parser of bodies would copy a card several
 * times more (D-320). The ampersand in front keeps a question mark at the beginning, as that parser does.
 */
const parse = async (bytes: Buffer, type: string): Promise<FormData | URLSearchParams> => {
  if (/^application/i.test(type)) return new URLSearchParams(`&${bytes.toString("utf8")}`);
  try {
    return await new Response(Uint8Array.from(bytes), { headers: { "Content-Type": type } }).formData();
  } catch {
    throw new AppError("validation_error", "The form could not be read");
  }
};
