import { parseXmlText, readChildTexts, type XmlElement } from "@/server/banks/wire";
import { readForm } from "../pages/form-fields";
import type { BankRequest } from "../simulator";

/**
 * The operations by the name of their element: the names of its children in order, and whether `tranDateRequired` must
 * come before it.
 */
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
  /** The operation; null for one that the simulated shops may not use. */
  readonly name: RequestName | null;
  /** Returns the text of an element of the operation; undefined for a missing one. */
  text(name: string): string | undefined;
}

/** Reads the form field `xmldata`; null unless it is one well-formed request with all elements in order. */
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
  const frame = readChildTexts(root);
  const texts = operation === undefined ? null : readChildTexts(operation);
  if (operation === undefined || frame === null || texts === null) return null;
  const { name } = operation;
  const before = root.children.slice(0, -1);
  if (!areLeaves(before) || !areLeaves(operation.children)) return null;
  const isDated = frame.has("tranDateRequired");
  if (joinNames(before) !== (isDated ? "mid tid tranDateRequired" : "mid tid")) return null;
  const isNamed = Object.hasOwn(shapes, name);
  if (isNamed && !hasShape(name as RequestName, operation, frame.get("tranDateRequired"))) return null;
  return {
    mid: frame.get("mid") ?? "",
    tid: frame.get("tid") ?? "",
    name: isNamed ? (name as RequestName) : null,
    text: (element) => texts.get(element),
  };
}

/** Checks `tranDateRequired` and the names of the operation's elements, in their order. */
const hasShape = (name: RequestName, operation: XmlElement, tranDateRequired: string | undefined): boolean =>
  tranDateRequired === (shapes[name].isDated ? "1" : undefined) &&
  shapes[name].names.test(joinNames(operation.children));

const joinNames = (elements: readonly XmlElement[]): string => elements.map(({ name }) => name).join(" ");

const areLeaves = (elements: readonly XmlElement[]): boolean => elements.every(({ children }) => children.length === 0);
