import { parseXmlText, textsOf, type XmlElement } from "@/server/banks/wire";
import { readForm } from "../pages/form-fields";
import type { BankRequest } from "../simulator";

/** What a shop's server may ask, by the element that says so, and whether `tranDateRequired` goes before it. */
const shapes = {
  oosRequestData: {
    isDated: false,
    names: /^posnetid ccno expDate cvc amount currencyCode installment XID cardHolderName tranType$/,
  },
  oosResolveMerchantData: { isDated: false, names: /^bankData merchantData sign mac$/ },
  oosTranData: { isDated: false, names: /^bankData( merchantData sign)? wpAmount mac$/ },
  reverse: { isDated: true, names: /^transaction (hostLogKey|orderID)( authCode)?$/ },
  return: { isDated: true, names: /^amount currencyCode (hostLogKey|orderID)$/ },
  agreement: { isDated: false, names: /^orderID$/ },
} as const;
export type RequestName = keyof typeof shapes;

export interface PosnetMessage {
  readonly mid: string;
  readonly tid: string;
  /** Null for an operation that the shops here are not entitled to. */
  readonly name: RequestName | null;
  /** The texts of the operation's elements; undefined for one that the message leaves out. */
  text(name: string): string | undefined;
}

/** Reads the form field `xmldata`; null unless it holds one well-formed request whose elements are all there and in order. */
export function readMessage(request: BankRequest): PosnetMessage | null {
  const contentType = request.headers["content-type"] ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) return null;
  const form = readForm(request);
  const [name, xml] = form[0] ?? [];
  if (form.length !== 1 || name !== "xmldata" || xml === undefined) return null;
  const root = parseXmlText(xml);
  return root?.name === "posnetRequest" ? readRequest(root) : null;
}

function readRequest(root: XmlElement): PosnetMessage | null {
  const operation = root.children.at(-1);
  const frame = textsOf(root);
  const texts = operation === undefined ? null : textsOf(operation);
  if (operation === undefined || frame === null || texts === null) return null;
  const { name } = operation;
  const before = root.children.slice(0, -1);
  if (!areLeaves(before) || !areLeaves(operation.children)) return null;
  const isDated = frame.has("tranDateRequired");
  if (namesOf(before) !== (isDated ? "mid tid tranDateRequired" : "mid tid")) return null;
  const isNamed = Object.hasOwn(shapes, name);
  if (isNamed && !hasShape(name as RequestName, operation, frame.get("tranDateRequired"))) return null;
  return {
    mid: frame.get("mid") ?? "",
    tid: frame.get("tid") ?? "",
    name: isNamed ? (name as RequestName) : null,
    text: (element) => texts.get(element),
  };
}

/** The date is asked for where it has to be, and the operation's elements are the right ones, in the right order. */
const hasShape = (name: RequestName, operation: XmlElement, tranDateRequired: string | undefined): boolean =>
  tranDateRequired === (shapes[name].isDated ? "1" : undefined) &&
  shapes[name].names.test(namesOf(operation.children));

const namesOf = (elements: readonly XmlElement[]): string => elements.map(({ name }) => name).join(" ");

const areLeaves = (elements: readonly XmlElement[]): boolean =>
  elements.every(({ children }) => children.length === 0);
