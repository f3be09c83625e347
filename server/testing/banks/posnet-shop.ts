import { createHash } from "node:crypto";
import { encodeForm, parseXml, type XmlElement } from "@/server/banks/wire";
import type { FormFields } from "@/server/domain/web/form-body";
import type { Random } from "@/server/sandbox/bank/faults";
import { type PosnetShop, type Shops, sandboxShop } from "@/server/sandbox/bank/records/shops";
import { newOrderId, openTestShop, panWith, postForm, type Shown, typeCode, xmlOf } from "./shop";

/** A PosNet shop and its buyer, for tests: they know the bank by nothing but what goes over the wire. */
export async function openPosnetShop(
  databaseUrl: string,
  options: { random?: Random; shops?: Shops; as?: PosnetShop } = {},
) {
  const { as = sandboxShop.posnet, ...settings } = options;
  const bank = await openTestShop(databaseUrl, settings);
  const { origin } = bank;
  const api: Api = (xml, shop = as, headers) =>
    callApi(origin, envelope(xml, shop), headersOf(shop, headers));
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

const element = (name: string, content: string) => xmlOf({ [name]: content });

const envelope = (operation: string, { mid, tid }: PosnetShop) =>
  `<?xml version="1.0" encoding="UTF-8"?><posnetRequest>${xmlOf({ mid, tid })}${operation}</posnetRequest>`;

const headersOf = ({ mid, tid, posnetId }: PosnetShop, others: Record<string, string> = {}) => ({
  "X-MERCHANT-ID": mid,
  "X-TERMINAL-ID": tid,
  "X-POSNET-ID": posnetId,
  "X-CORRELATION-ID": "TEST0001",
  ...others,
});

/** The encrypt step, in the order of elements that the protocol wants. */
export function prepareRequest(order: Partial<Order> = {}): string {
  return element(
    "oosRequestData",
    xmlOf({
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

/** The browser's form after it. */
export const gateForm = (
  answer: ApiAnswer,
  { mid, posnetId }: PosnetShop = sandboxShop.posnet,
): FormFields => [
  ["mid", mid],
  ["posnetID", posnetId],
  ["posnetData", answer.text("data1") ?? ""],
  ["posnetData2", answer.text("data2") ?? ""],
  ["digest", answer.text("sign") ?? ""],
  ["merchantReturnURL", "http://127.0.0.1:9/3ds/callback/token"],
  ["url", ""],
  ["lang", "tr"],
];

/** The protocol's digest once more, written from its words alone, so that one mistake does not hide another. */
export const digestOf = (...parts: readonly string[]): string =>
  createHash("sha256").update(parts.join(";")).digest("base64");

/** What every mac ends with. */
export const tailOf = (
  { xid, amount, currency = "TL" }: { xid: string; amount: string; currency?: string },
  { mid, tid, encKey }: PosnetShop = sandboxShop.posnet,
): readonly string[] => [xid, amount, currency, mid, digestOf(encKey, tid)];

export const macOf = (first: string, order: { xid: string; amount: string }): string =>
  digestOf(first, ...tailOf(order));

export interface Returned {
  readonly xid: string;
  readonly amount: string;
  readonly callback: ReadonlyMap<string, string>;
}

const packetsOf = ({ callback }: Returned) => ({
  bankData: callback.get("BankPacket") ?? "",
  merchantData: callback.get("MerchantPacket") ?? "",
  sign: callback.get("Sign") ?? "",
});

export const resolveRequest = (bought: Returned, changed: Readonly<Record<string, string>> = {}): string =>
  element(
    "oosResolveMerchantData",
    xmlOf({ ...packetsOf(bought), mac: digestOf(...tailOf(bought)), ...changed }),
  );

export const chargeRequest = (bought: Returned, changed: Readonly<Record<string, string>> = {}): string =>
  element(
    "oosTranData",
    xmlOf({ ...packetsOf(bought), wpAmount: "0", mac: digestOf(...tailOf(bought)), ...changed }),
  );

export const orderIdOf = (xid: string): Readonly<Record<string, string>> => ({ orderID: `TDSC${xid}` });
const dated = element("tranDateRequired", "1");

export const voidRequest = (named: Readonly<Record<string, string>>): string =>
  dated + element("reverse", xmlOf({ transaction: "sale", ...named }));

export const returnRequest = (amount: string, named: Readonly<Record<string, string>>): string =>
  dated + element("return", xmlOf({ amount, currencyCode: "TL", ...named }));

export const agreementRequest = (xid: string): string => element("agreement", xmlOf(orderIdOf(xid)));

export interface ApiAnswer {
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly root: XmlElement;
  /** The first element of that name, at whatever depth. */
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

export async function readAnswer(answer: Response): Promise<ApiAnswer> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const root = parseXml(bytes);
  if (root?.name !== "posnetResponse") throw new Error(`${answer.status} is no answer of the XML service`);
  const found = allIn(root);
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

/** Whether it is approved, and the code. */
export const brief = (answer: ApiAnswer) => ["approved", "respCode"].map((name) => answer.text(name));

/** What a resolved return is said to be. */
export const resolved = (answer: ApiAnswer) =>
  ["amount", "currency", "installment", "xid", "txStatus", "mdStatus"].map((name) => answer.text(name));

const allIn = (root: XmlElement): XmlElement[] => root.children.flatMap((child) => [child, ...allIn(child)]);

/** Has an order encrypted, takes it through the gate and types the code. */
async function authenticate(
  api: Api,
  gate: (fields: FormFields) => Promise<Shown>,
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
