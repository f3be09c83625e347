import type { BankWords } from "../bank";
import { prepareSearch } from "./redact-secrets";
import { hideInWords, replaceMarks } from "./redact-text";

/** The longest text of a bank that is kept, in characters (D-396). */
export const bankMessageMax = 200;

/**
 * Returns the text of a bank's refusal as it may be kept and shown (D-49): without control characters, without what a
 * card number or a secret may be, in one line of at most 200 characters. The property is absent for an empty text.
 */
export function toBankMessage(text: string | null): BankWords {
  const line = (text ?? "")
    .slice(0, readMax)
    .replace(/[\p{C}\s]+/gu, " ")
    .trim();
  const shown = replaceMarks(hideInWords(line, noSecrets).replace(longNumber, "[redacted]"));
  return shown === "" ? {} : { bankMessage: cut(shown) };
}

/** The part of a text that is read, in characters. */
const readMax = 1_000;

/** More digits than a BIN has, also with signs between them: a whole card number or a part of one. */
const longNumber = /\d(?:[^\p{L}\d]{0,3}\d){6,}/gu;

const noSecrets = prepareSearch({ values: [], digits: [] });

/** Cuts a text between characters, so that no half of a surrogate pair remains. */
const cut = (text: string): string => [...text].slice(0, bankMessageMax).join("").trim();
