import { parseXml, type XmlElement } from "@/server/banks/wire";
import type { BankRequest } from "../simulator";
import { isAddress, isCurrency, isMode, isOrderId, isVersion, readAmount } from "./values";

/** A `GVPSRequest`: the texts of its elements by path, such as `Order.OrderID`. A missing element has an empty text. */
export interface ApiMessage {
  text(path: string): string;
  has(path: string): boolean;
  /** The first fault of its structure or values, as the text of `SysErrMsg`; null when there is none. */
  readonly fault: string | null;
}

/** Reads the body as one document. A body that cannot be read has a fault and no texts. */
export function readMessage({ headers, body }: BankRequest): ApiMessage {
  const root = parseXml(body, headers["content-type"] ?? "");
  const texts = new Map<string, string>();
  if (root !== null) collect(root, "", texts);
  const text = (path: string) => texts.get(path) ?? "";
  const fault =
    root?.name === "GVPSRequest" ? (structureFault(root, elements) ?? valueFault(text)) : "Document is no GVPSRequest";
  return { text, has: (path) => texts.has(path), fault };
}

function collect(element: XmlElement, prefix: string, texts: Map<string, string>): void {
  for (const child of element.children) {
    const path = prefix + child.name;
    if (!texts.has(path)) texts.set(path, child.text.trim());
    collect(child, `${path}.`, texts);
  }
}

/** An element that a message may contain. */
interface Expected {
  readonly name: string;
  readonly isMandatory: boolean;
  readonly children: readonly Expected[];
}

/** Describes an element; a name that ends with `!` is mandatory. */
const one = (written: string, children: readonly Expected[] = []): Expected => ({
  name: written.replace("!", ""),
  isMandatory: written.endsWith("!"),
  children,
});
const several = (...written: string[]): readonly Expected[] => written.map((name) => one(name));

/** The elements of a request, in the only order that the bank accepts (B-3.5). */
const elements: readonly Expected[] = [
  ...several("Mode!", "Version!"),
  one("Terminal!", several("ProvUserID!", "UserID!", "HashData!", "ID!", "MerchantID!")),
  one("Customer!", several("IPAddress!", "EmailAddress")),
  one("Card", several("Number!", "ExpireDate!", "CVV2!")),
  one("Order!", several("OrderID!", "GroupID")),
  one("Transaction!", [
    ...several("Type!", "InstallmentCnt!", "Amount!", "CurrencyCode!", "CardholderPresentCode!", "MotoInd!"),
    ...several("OriginalRetrefNum"),
    one("Secure3D", several("AuthenticationCode!", "SecurityLevel!", "TxnID!", "Md!")),
  ]),
];

/** Returns the first fault of the order of elements, or null. */
function structureFault(element: XmlElement, expected: readonly Expected[]): string | null {
  const children = [...element.children];
  for (const { name, isMandatory, children: within } of expected) {
    const next = children[0];
    if (next?.name === name) {
      children.shift();
      const fault = structureFault(next, within);
      if (fault !== null) return fault;
    } else if (isMandatory) return missing(name);
  }
  const [left] = children;
  return left === undefined ? null : `${left.name} field is not expected at its place`;
}

const missing = (name: string): string =>
  `${name} field must not be null STRING value because of the Mandatory Rule:null`;

function valueFault(text: ApiMessage["text"]): string | null {
  const empty = mandatoryTexts.find((path) => text(path) === "");
  if (empty !== undefined) return missing(empty.slice(empty.lastIndexOf(".") + 1));
  if (readAmount(text("Transaction.Amount")) === null) {
    return "TxnAmount field must not be zero DOUBLE value because of the Mandatory Rule:zero";
  }
  const wrong = valueRules.find(({ path, holds }) => !holds(text(path)));
  return wrong === undefined ? null : `${wrong.path} field has a wrong value`;
}

const mandatoryTexts = [
  "Terminal.ProvUserID",
  "Terminal.UserID",
  "Terminal.HashData",
  "Terminal.ID",
  "Terminal.MerchantID",
  "Customer.IPAddress",
  "Order.OrderID",
  "Transaction.Type",
] as const;

const valueRules: readonly { readonly path: string; holds(text: string): boolean }[] = [
  { path: "Mode", holds: isMode },
  { path: "Version", holds: isVersion },
  { path: "Customer.IPAddress", holds: isAddress },
  { path: "Order.OrderID", holds: isOrderId },
  { path: "Transaction.CurrencyCode", holds: isCurrency },
  { path: "Transaction.MotoInd", holds: (text) => text === "N" },
];
