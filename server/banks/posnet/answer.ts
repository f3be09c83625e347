import type { BankReferences, Outcome, UnknownCause, WireResponse } from "@/server/banks/bank";
import { readBankTime } from "@/server/banks/bank-clock";
import { foldAscii } from "@/server/banks/compare";
import { maxMessageBytes, parseXml, parseXmlText, type XmlElement } from "@/server/banks/wire";

/** A `posnetResponse`; what is empty or absent is null. */
export interface Answer {
  /** `1` done, `0` refused, `2` this order was approved before. */
  readonly approved: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly mac: string | null;
  /** The bank's own key of a transaction, 18 characters. */
  readonly hostLogKey: string | null;
  readonly authCode: string | null;
  /** `tranDate`, which no mac is over. UTC */
  readonly at: Date | undefined;
  /** The one part of that name. */
  part(name: string): XmlElement | null;
}

/** Null for anything but a `posnetResponse` that says each thing once. */
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

/** Only the list of transactions holds several elements of one name. */
const saysEachOnce = (element: XmlElement): boolean =>
  (element.name === "transactions" || foldedTexts(element) !== null) && element.children.every(saysEachOnce);

/** Reads the document of an answer; null when it is none. */
export const parseAnswer = ({ body, contentType }: WireResponse): XmlElement | null =>
  parseXml(body, contentType) ?? parseMislabelled(body);

/**
 * The bank's answers to `agreement` say that they are UTF-16, in a prolog that is not: their bytes are UTF-8.
 * Whatever is in truth UTF-16 does not begin like this.
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

/** Trimmed texts by folded name (the bank writes `hostlogkey` and `hostLogKey`); null when one comes twice. */
export function foldedTexts({ children }: XmlElement): ReadonlyMap<string, string> | null {
  const texts = new Map(children.map(({ name, text }) => [foldAscii(name), text.trim()]));
  return texts.size === children.length ? texts : null;
}

/** Done without a refusal's code beside it. */
export const isDone = ({ approved, code }: Answer): boolean =>
  approved === "1" && (code === null || /^0+$/.test(code));

/** The bank gives no reference of its network (RRN). */
export const referencesOf = ({ authCode, hostLogKey }: Answer): BankReferences => ({
  authCode,
  rrn: null,
  transactionId: hostLogKey,
});

export const unknown = (cause: UnknownCause): Outcome => ({ kind: "unknown", cause });
export const notUnderstood: Outcome = { kind: "unknown", cause: "not_understood" };
