import type { BankReferences, Outcome, UnknownCause, WireResponse } from "@/server/banks/bank";
import { readBankTime } from "@/server/banks/bank-clock";
import { foldAscii } from "@/server/banks/compare";
import { maxMessageBytes, parseXml, parseXmlText, type XmlElement } from "@/server/banks/wire";

/** A `posnetResponse` (B-4.3). Empty and absent values are null. */
export interface Answer {
  /** `1` for done, `0` for refused, `2` when this order was approved before. */
  readonly approved: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly mac: string | null;
  /** The bank's own key of the transaction, 18 characters. */
  readonly hostLogKey: string | null;
  readonly authCode: string | null;
  /** `tranDate` (UTC); no mac covers it. */
  readonly at: Date | undefined;
  /** Returns the child element of that name, or null. */
  part(name: string): XmlElement | null;
}

/** Reads a `posnetResponse`; returns null for any other document and for one with repeated elements. */
export function readAnswer(root: XmlElement | null): Answer | null {
  if (root?.name !== "posnetResponse") return null;
  const texts = foldedTexts(root);
  if (texts === null || !saysEachOnce(root)) return null;
  const read = (name: string): string | null => texts.get(foldAscii(name)) || null;
  return {
    approved: read("approved"),
    code: read("respCode"),
    message: read("respText"),
    mac: read("mac"),
    hostLogKey: read("hostlogkey"),
    authCode: read("authCode"),
    at: readBankTime(read("tranDate")),
    part: (name) => root.children.find((child) => foldAscii(child.name) === foldAscii(name)) ?? null,
  };
}

/** Returns whether no element is repeated. Only the list of transactions may contain several elements of one name. */
const saysEachOnce = (element: XmlElement): boolean =>
  (element.name === "transactions" || foldedTexts(element) !== null) && element.children.every(saysEachOnce);

/** Reads the document of an answer; null when it is not one well-formed document. */
export const parseAnswer = ({ body, contentType }: WireResponse): XmlElement | null =>
  parseXml(body, contentType) ?? parseMislabelled(body);

/**
 * Reads an answer whose prolog wrongly declares UTF-16 while its bytes are UTF-8, as in answers to `agreement` (B-4.1).
 * A document that is really UTF-16 does not match, because its prolog is not ASCII text.
 */
function parseMislabelled(body: Uint8Array): XmlElement | null {
  if (body.length > maxMessageBytes) return null;
  const start = Buffer.from(body.subarray(0, 100)).toString("latin1");
  if (!/^<\?xml\s[^>]*?encoding\s*=\s*["']utf-16["']/i.test(start)) return null;
  try {
    return parseXmlText(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return null;
  }
}

/**
 * Returns trimmed texts by folded name, as the bank writes `hostlogkey` and `hostLogKey`; null when a name is repeated.
 */
export function foldedTexts({ children }: XmlElement): ReadonlyMap<string, string> | null {
  const texts = new Map(children.map(({ name, text }) => [foldAscii(name), text.trim()]));
  return texts.size === children.length ? texts : null;
}

/** Returns whether the answer is an approval without a refusal's code. */
export const isDone = ({ approved, code }: Answer): boolean => approved === "1" && (code === null || /^0+$/.test(code));

/** Returns the references of an answer. The bank gives no retrieval reference number (RRN). */
export const toReferences = ({ authCode, hostLogKey }: Answer): BankReferences => ({
  authCode,
  rrn: null,
  transactionId: hostLogKey,
});

export const unknown = (cause: UnknownCause): Outcome => ({ kind: "unknown", cause });
export const notUnderstood: Outcome = { kind: "unknown", cause: "not_understood" };
