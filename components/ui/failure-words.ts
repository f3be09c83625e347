import type { Catalogues, Translator } from "@/messages/catalogues";
import type { ErrorCode } from "@/server/domain/errors";

/**
 * Returns the sentence that a page shows for an error code: the one under `onPages`, where the sentence of the error
 * catalogue addresses programs (§7.4 fixes some of those), else the error catalogue's.
 * @param message the error catalogue's sentence
 */
export function pageSentence(code: ErrorCode, message: string, t: Translator<"shared.failure">): string {
  const known = code as keyof Catalogues["shared"]["failure"]["onPages"];
  return t.has(`onPages.${known}`) ? t(`onPages.${known}`) : message;
}
