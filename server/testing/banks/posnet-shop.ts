import { createHash } from "node:crypto";
import { encodeForm, parseXml, type XmlElement } from "@/server/banks/wire";
import type { Random } from "@/server/domain/random";
import type { FormFields } from "@/server/domain/web/form-body";
import { type PosnetShop, type Shops, sandboxShop } from "@/server/sandbox/bank/records/shops";
import type { BrowserPage } from "./bank-browser";
import { newOrderId, openTestShop, panWith, postForm, typeCode, writeXml } from "./shop";

/** Opens a PosNet shop and its buyer for tests, which use the simulated bank over HTTP only. */
export async function openPosnetShop(
  databaseUrl: string,
  options: { faultRandom?: Random; shops?: Shops; as?: PosnetShop } = {},
) {
  const { as = sandboxShop.posnet, ...settings } = options;
  const bank = await openTestShop(databaseUrl, settings);
  const { origin } = bank;
  const api: Api = (xml, shop = as, headers) => callApi(origin, envelope(xml, shop), buildHeaders(shop, headers));
  const gate = (fields: FormFields) => postForm(`${origin}/posnet/3DSWebService/YKBPaymentService`, fields);
  return {
    ...bank,
    api,
    gate,
    buy: (order: Partial<Order> = {}, code?: string) => authenticate(api, gate, as, order, code),
  };
}
export type TestPosnetShop = Awaited<ReturnType<typeof openPosnetShop>>;
type Api = (xml: string, shop?: PosnetShop, headers?: Record<string, string>) => Promise<ApiAnswer>;

export interface Order {
  readonly xid: string;
  readonly amount: string;
  readonly installment: string;
  readonly currency: string;
  readonly tranType: string;
  readonly pan: string;
  readonly expDate: string;
  readonly cvc: string;
  readonly posnetId: string;
}

const element = (name: string, content: string) => writeXml({ [name]: content });

const envelope = (operation: string, { mid, tid }: PosnetShop) =>
  `<?xml version="1.0" encoding="UTF-8"?><posnetRequest>${writeXml({ mid, tid })}${operation}</posnetRequest>`;

const buildHeaders = ({ mid, tid, posnetId }: PosnetShop, others: Record<string, string> = {}) => ({
  "X-MERCHANT-ID": mid,
  "X-TERMINAL-ID": tid,
  "X-POSNET-ID": posnetId,
  "X-CORRELATION-ID": "TEST0001",
  ...others,
});

/** Builds the encrypt step, with the elements in the protocol's order. */
export function prepareRequest(order: Partial<Order> = {}): string {
  return element(
    "oosRequestData",
    writeXml({
      posnetid: order.posnetId ?? sandboxShop.posnet.posnetId,
      ccno: order.pan ?? panWith("approved"),
      expDate: order.expDate ?? "3012",
      cvc: order.cvc ?? "000",
      amount: order.amount ?? "1250",
      currencyCode: order.currency ?? "TL",
      installment: order.installment ?? "00",
      XID: order.xid ?? newOrderId(),
      cardHolderName: "",
      tranType: order.tranType ?? "Sale",
    }),
  );
}

/** Builds the browser's form from the answer of the encrypt step. */
export const gateForm = (answer: ApiAnswer, { mid, posnetId }: PosnetShop = sandboxShop.posnet): FormFields => [
  ["mid", mid],
  ["posnetID", posnetId],
  ["posnetData", answer.text("data1") ?? ""],
  ["posnetData2", answer.text("data2") ?? ""],
  ["digest", answer.text("sign") ?? ""],
  ["merchantReturnURL", "http://127.0.0.1:9/3ds/callback/token"],
  ["url", ""],
  ["lang", "tr"],
];

/**
 * Computes the protocol's digest. This second implementation, from its description, finds mistakes in the first one.
 */
export const joinDigest = (...parts: readonly string[]): string =>
  createHash("sha256").update(parts.join(";")).digest("base64");

/** Returns the last parts of every mac. */
export const macParts = (
  { xid, amount, currency = "TL" }: { xid: string; amount: string; currency?: string },
  { mid, tid, encKey }: PosnetShop = sandboxShop.posnet,
): readonly string[] => [xid, amount, currency, mid, joinDigest(encKey, tid)];

export const computeMac = (first: string, order: { xid: string; amount: string }): string =>
  joinDigest(first, ...macParts(order));

export interface Returned {
  readonly xid: string;
  readonly amount: string;
  readonly callback: ReadonlyMap<string, string>;
}

const readPackets = ({ callback }: Returned) => ({
  bankData: callback.get("BankPacket") ?? "",
  merchantData: callback.get("MerchantPacket") ?? "",
  sign: callback.get("Sign") ?? "",
});

export const resolveRequest = (bought: Returned, changed: Readonly<Record<string, string>> = {}): string =>
  element(
    "oosResolveMerchantData",
    writeXml({ ...readPackets(bought), mac: joinDigest(...macParts(bought)), ...changed }),
  );

export const chargeRequest = (bought: Returned, changed: Readonly<Record<string, string>> = {}): string =>
  element(
    "oosTranData",
    writeXml({ ...readPackets(bought), wpAmount: "0", mac: joinDigest(...macParts(bought)), ...changed }),
  );

export const orderReference = (xid: string): Readonly<Record<string, string>> => ({ orderID: `TDSC${xid}` });
const dated = element("tranDateRequired", "1");

export const voidRequest = (named: Readonly<Record<string, string>>): string =>
  dated + element("reverse", writeXml({ transaction: "sale", ...named }));

export const returnRequest = (amount: string, named: Readonly<Record<string, string>>): string =>
  dated + element("return", writeXml({ amount, currencyCode: "TL", ...named }));

export const agreementRequest = (xid: string): string => element("agreement", writeXml(orderReference(xid)));

export interface ApiAnswer {
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly root: XmlElement;
  /** Returns the text of the first element of that name at any depth. */
  text(name: string): string | undefined;
  /** The texts of each `transaction`, by name. */
  readonly transactions: readonly ReadonlyMap<string, string>[];
}

export async function callApi(
  origin: string,
  xml: string,
  headers: Readonly<Record<string, string>>,
): Promise<ApiAnswer> {
  const body = Buffer.from(encodeForm([["xmldata", xml]]));
  const answer = await fetch(`${origin}/posnet/PosnetWebService/XML`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body,
  });
  return readAnswer(answer);
}

async function readAnswer(answer: Response): Promise<ApiAnswer> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const root = parseXml(bytes);
  if (root?.name !== "posnetResponse") throw new Error(`${answer.status} is no answer of the XML service`);
  const found = listElements(root);
  return {
    headers: answer.headers,
    bytes,
    root,
    text: (name) => found.find((candidate) => candidate.name === name)?.text,
    transactions: found
      .filter(({ name }) => name === "transaction")
      .map(({ children }) => new Map(children.map(({ name, text }) => [name, text]))),
  };
}

/** Returns `approved` and `respCode` of an answer. */
export const readVerdict = (answer: ApiAnswer) => ["approved", "respCode"].map((name) => answer.text(name));

/** Returns the values of a resolved return. */
export const readResolved = (answer: ApiAnswer) =>
  ["amount", "currency", "installment", "xid", "txStatus", "mdStatus"].map((name) => answer.text(name));

const listElements = (root: XmlElement): XmlElement[] =>
  root.children.flatMap((child) => [child, ...listElements(child)]);

/** Lets the bank encrypt an order, posts it to the gate and types the one-time code. */
async function authenticate(
  api: Api,
  gate: (fields: FormFields) => Promise<BrowserPage>,
  shop: PosnetShop,
  order: Partial<Order>,
  code?: string,
) {
  const xid = order.xid ?? newOrderId();
  const amount = order.amount ?? "1250";
  const prepared = await api(prepareRequest({ posnetId: shop.posnetId, ...order, xid }));
  const challenge = await gate(gateForm(prepared, shop));
  const shown = await typeCode(challenge, code);
  return { xid, amount, prepared, challenge, shown, callback: new Map(shown.fields) };
}
