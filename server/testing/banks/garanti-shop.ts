import { createHash } from "node:crypto";
import { parseXml, type XmlElement } from "@/server/banks/wire";
import type { Random } from "@/server/domain/random";
import type { FormFields } from "@/server/domain/web/form-body";
import { type Shops, sandboxShop } from "@/server/sandbox/bank/records/shops";
import { newOrderId, openTestShop, panWith, postForm, typeCode, writeXml } from "./shop";

/** Opens a Garanti shop and its buyer for tests, which use the simulated bank over HTTP only. */
export async function openGarantiShop(databaseUrl: string, options: { faultRandom?: Random; shops?: Shops } = {}) {
  const bank = await openTestShop(databaseUrl, options);
  const { origin } = bank;
  return {
    ...bank,
    gate: (fields: FormFields) => postForm(`${origin}${gatePath}`, fields),
    buy: (order: Partial<Order> = {}, code?: string) => authenticate(origin, order, code),
    api: (request: Partial<ApiRequest> & { type: string; orderId: string }) => postXml(origin, buildDocument(request)),
    post: (body: string) => postXml(origin, body),
  };
}
export type GarantiTestShop = Awaited<ReturnType<typeof openGarantiShop>>;

const gatePath = "/garanti/servlet/gt3dengine";
const ours = sandboxShop.garanti;

export interface Order {
  readonly orderid: string;
  readonly txnamount: string;
  readonly txninstallmentcount: string;
  readonly lang: string;
  readonly cardnumber: string;
  readonly cardcvv2: string;
  readonly cardexpiredatemonth: string;
  readonly cardexpiredateyear: string;
  readonly successurl: string;
}

/** Builds the form of model `3D` without its signature. */
export function orderForm(order: Partial<Order> = {}): FormFields {
  const successurl = order.successurl ?? "http://127.0.0.1:9/3ds/callback/token";
  return [
    ["mode", "TEST"],
    ["apiversion", "512"],
    ["secure3dsecuritylevel", "3D"],
    ["terminalprovuserid", ours.provUser],
    ["terminaluserid", ours.provUser],
    ["terminalmerchantid", ours.merchantId],
    ["terminalid", ours.terminalId],
    ["txntype", "sales"],
    ["txnamount", order.txnamount ?? "1250"],
    ["txncurrencycode", "949"],
    ["txninstallmentcount", order.txninstallmentcount ?? ""],
    ["orderid", order.orderid ?? newOrderId()],
    ["successurl", successurl],
    ["errorurl", `${successurl}?error`],
    ["customeripaddress", "192.0.2.1"],
    ["lang", order.lang ?? "tr"],
    ["cardnumber", order.cardnumber ?? panWith("approved")],
    ["cardexpiredatemonth", order.cardexpiredatemonth ?? "12"],
    ["cardexpiredateyear", order.cardexpiredateyear ?? "30"],
    ["cardcvv2", order.cardcvv2 ?? "000"],
  ];
}

// The hashes are implemented here a second time, from the protocol's description, so that the tests find a mistake in
// the first implementation.

const hex = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest("hex").toUpperCase();

const securityData = (password: string, terminal: string) => hex("sha1", `${password}0${terminal}`);

export function sign(
  fields: FormFields,
  { storeKey, password }: { storeKey: string; password: string } = {
    storeKey: ours.storeKey,
    password: ours.provPassword,
  },
): FormFields {
  const form = new Map(fields);
  const names = "terminalid orderid txnamount txncurrencycode successurl errorurl txntype txninstallmentcount";
  const values = names.split(" ").map((name) => form.get(name) ?? "");
  const text = [...values, storeKey, securityData(password, form.get("terminalid") ?? "")].join("");
  return [...fields, ["secure3dhash", hex("sha512", text)]];
}

/** Returns whether a return's hash matches the fields of its own list, the only check that a naive shop would do. */
export function matchesOwnList(fields: FormFields, storeKey: string = ours.storeKey): boolean {
  const form = new Map(fields);
  const names = (form.get("hashparams") ?? "").split(":").filter((name) => name !== "");
  const text = names.map((name) => form.get(name) ?? "").join("");
  return names.length > 0 && form.get("hash") === hex("sha512", text + storeKey);
}

/** Posts an order to the gate and types the one-time code. */
async function authenticate(origin: string, order: Partial<Order>, code?: string) {
  const orderId = order.orderid ?? newOrderId();
  const form = sign(orderForm({ ...order, orderid: orderId }));
  const challenge = await postForm(`${origin}${gatePath}`, form);
  const shown = await typeCode(challenge, code);
  return { orderId, challenge, shown, callback: new Map(shown.fields) };
}

export interface ApiRequest {
  readonly type: string;
  readonly orderId: string;
  readonly amount: string;
  readonly currency: string;
  readonly installment: string;
  readonly presence: string;
  readonly mode: string;
  readonly version: string;
  readonly user: string;
  readonly password: string;
  readonly terminal: string;
  readonly merchant: string;
  readonly ip: string;
  /** The reference number of the sale. */
  readonly rrn: string;
  readonly secure: Readonly<Record<string, string>>;
  /** Replaces the computed hash. */
  readonly hash: string;
}

/** Builds an API request with default values for everything that the test does not set. */
export function buildDocument(request: Partial<ApiRequest> & { type: string; orderId: string }): string {
  const givesBack = ["void", "refund"].includes(request.type);
  const all = {
    amount: "100",
    currency: "949",
    installment: "",
    mode: "TEST",
    version: "512",
    ip: "192.0.2.1",
    presence: request.secure === undefined ? "0" : "13",
    user: givesBack ? ours.refundUser : ours.provUser,
    password: givesBack ? ours.refundPassword : ours.provPassword,
    terminal: ours.terminalId,
    merchant: ours.merchantId,
    ...request,
  };
  const signed = all.orderId + all.terminal + all.amount + all.currency;
  const hash = all.hash ?? hex("sha512", signed + securityData(all.password, all.terminal));
  return [
    `<?xml version="1.0" encoding="UTF-8"?><GVPSRequest><Mode>${all.mode}</Mode><Version>${all.version}</Version>`,
    `<Terminal><ProvUserID>${all.user}</ProvUserID><UserID>${all.user}</UserID><HashData>${hash}</HashData>`,
    `<ID>${all.terminal}</ID><MerchantID>${all.merchant}</MerchantID></Terminal>`,
    `<Customer><IPAddress>${all.ip}</IPAddress></Customer><Order><OrderID>${all.orderId}</OrderID></Order>`,
    `<Transaction><Type>${all.type}</Type><InstallmentCnt>${all.installment}</InstallmentCnt>`,
    `<Amount>${all.amount}</Amount><CurrencyCode>${all.currency}</CurrencyCode>`,
    `<CardholderPresentCode>${all.presence}</CardholderPresentCode><MotoInd>N</MotoInd>`,
    all.rrn === undefined ? "" : `<OriginalRetrefNum>${all.rrn}</OriginalRetrefNum>`,
    all.secure === undefined ? "" : `<Secure3D>${writeXml(all.secure)}</Secure3D>`,
    "</Transaction></GVPSRequest>",
  ].join("");
}

/** Builds the sale request for a return. */
export const buildSale = (orderId: string, callback: ReadonlyMap<string, string>, amount = "1250") => ({
  type: "sales",
  orderId,
  amount,
  installment: callback.get("txninstallmentcount") ?? "",
  secure: {
    AuthenticationCode: callback.get("cavv") ?? "",
    SecurityLevel: callback.get("eci") ?? "",
    TxnID: callback.get("xid") ?? "",
    Md: callback.get("md") ?? "",
  },
});

export interface ApiAnswer {
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly root: XmlElement;
  /** Returns the text of an element by its path, such as `Transaction.Response.Code`; undefined when it is missing. */
  text(path: string): string | undefined;
  /** The texts of `Source`, `Code` and `ReasonCode`. */
  readonly verdict: readonly (string | undefined)[];
  readonly lines: readonly ReadonlyMap<string, string>[];
}

async function postXml(origin: string, body: string): Promise<ApiAnswer> {
  const headers = { "content-type": "text/xml; charset=UTF-8" };
  const answer = await fetch(`${origin}/garanti/VPServlet`, { method: "POST", headers, body });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const root = parseXml(bytes);
  if (root?.name !== "GVPSResponse") throw new Error(`${answer.status} is no answer of the API`);
  const text = (path: string) => elementAt(root, path)?.text;
  return {
    headers: answer.headers,
    bytes,
    root,
    text,
    verdict: ["Source", "Code", "ReasonCode"].map((name) => text(`Transaction.Response.${name}`)),
    lines: (elementAt(root, "Order.OrderHistInqResult.OrderTxnList")?.children ?? []).map(
      ({ children }) => new Map(children.map((child) => [child.name, child.text])),
    ),
  };
}

export const elementAt = (root: XmlElement, path: string): XmlElement | undefined =>
  path.split(".").reduce<XmlElement | undefined>((at, name) => at?.children.find((child) => child.name === name), root);

/** Pays an order, and returns its id and the reference number of the sale. */
export async function payOrder(shop: GarantiTestShop, order: Partial<Order> = {}) {
  const { orderId, callback } = await shop.buy(order);
  const answer = await shop.api(buildSale(orderId, callback, order.txnamount));
  if (answer.verdict.join() !== "HOST,00,00") throw new Error(`Not sold: ${answer.verdict}`);
  return { orderId, rrn: answer.text("Transaction.RetrefNum") ?? "" };
}
