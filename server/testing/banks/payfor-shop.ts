import { createHash } from "node:crypto";
import { parseXml, readChildTexts, type XmlElement } from "@/server/banks/wire";
import type { Random } from "@/server/domain/random";
import type { FormFields } from "@/server/domain/web/form-body";
import { valueNamed } from "@/server/sandbox/bank/pages/form-fields";
import { type Shops, sandboxShop } from "@/server/sandbox/bank/records/shops";
import { type Elements, newOrderId, openTestShop, panWith, postForm, typeCode, writeXml } from "./shop";

/** Opens a PayFor shop and its buyer for tests, which use the simulated bank over HTTP only. */
export async function openPayforShop(databaseUrl: string, options: { faultRandom?: Random; shops?: Shops } = {}) {
  const shop = await openTestShop(databaseUrl, options);
  return {
    ...shop,
    gate: (fields: FormFields) => postForm(`${shop.origin}${gatePath}`, fields),
    buy: (order: Partial<Order> = {}, code?: string) => authenticate(shop.origin, order, code),
    api: (elements: Elements) => postXml(shop.origin, document(elements)),
  };
}
export type PayforTestShop = Awaited<ReturnType<typeof openPayforShop>>;

const gatePath = "/payfor/Gateway/Default.aspx";
const { memberId, merchantId, userCode, userPass, merchantPass } = sandboxShop.payfor;

export interface Order {
  readonly oid: string;
  readonly amount: string;
  readonly installment: string;
  readonly lang: string;
  readonly pan: string;
  readonly cv2: string;
  readonly expiry: string;
  readonly okUrl: string;
  readonly failUrl: string;
}

/** Builds the form of model `3DModel` without its signature. */
export const orderForm = (order: Partial<Order> = {}): FormFields => [
  ["MbrId", memberId],
  ["MerchantID", merchantId],
  ["UserCode", userCode],
  ["OrderId", order.oid ?? newOrderId()],
  ["Lang", order.lang ?? "TR"],
  ["SecureType", "3DModel"],
  ["TxnType", "Auth"],
  ["PurchAmount", order.amount ?? "12.50"],
  ["InstallmentCount", order.installment ?? "0"],
  ["Currency", "949"],
  ["OkUrl", order.okUrl ?? "http://127.0.0.1:9/3ds/callback/token"],
  ["FailUrl", order.failUrl ?? order.okUrl ?? "http://127.0.0.1:9/3ds/callback/token"],
  ["Rnd", "b6d81704"],
  ["CardHolderName", ""],
  ["Pan", order.pan ?? panWith("approved")],
  ["Expiry", order.expiry ?? "1230"],
  ["Cvv2", order.cv2 ?? "000"],
];

/** Signs a form. This second implementation, from the protocol's description, finds mistakes in the first one. */
export function sign(fields: FormFields, pass: string = merchantPass): FormFields {
  const signed = "MbrId OrderId PurchAmount OkUrl FailUrl TxnType InstallmentCount Rnd".split(" ");
  const text = signed.map((name) => valueNamed(fields, name)).join("") + pass;
  return [...fields, ["Hash", createHash("sha1").update(text).digest("base64")]];
}

/** Computes the `ResponseHash` that a return must have in the given algorithm. */
export function computeReturnHash(fields: FormFields, algorithm: "sha1" | "sha256", pass = merchantPass): string {
  const value = (name: string) => valueNamed(fields, name);
  const text = `${value("MerchantID")}${pass}${value("OrderId")}${value("AuthCode")}${value("ProcReturnCode")}${value("3DStatus")}${value("ResponseRnd")}${userCode}`;
  return createHash(algorithm).update(text).digest("base64");
}

/** Posts an order to the gate and types the one-time code. */
async function authenticate(origin: string, order: Partial<Order>, code?: string) {
  const oid = order.oid ?? newOrderId();
  const challenge = await postForm(`${origin}${gatePath}`, sign(orderForm({ ...order, oid })));
  const shown = await typeCode(challenge, code);
  return { oid, challenge, shown, callback: new Map(shown.fields) };
}

const user = { UserCode: userCode, UserPass: userPass };
const merchant = { MerchantId: merchantId, ...user, MbrId: memberId };

/** Builds the completion of a sale, which has the request's number and neither an amount nor a card. */
export const completeRequest = (oid: string, callback: ReadonlyMap<string, string>): Elements => ({
  RequestGuid: callback.get("RequestGuid") ?? "",
  ...user,
  OrderId: oid,
  SecureType: "3DModelPayment",
});

const changeRequest = (OrgOrderId: string, TxnType: string): Elements => ({
  ...merchant,
  OrgOrderId,
  SecureType: "NonSecure",
  TxnType,
  Currency: "949",
  Lang: "tr",
});
export const voidRequest = (oid: string): Elements => changeRequest(oid, "Void");
export const refundRequest = (oid: string, PurchAmount: string): Elements => ({
  ...changeRequest(oid, "Refund"),
  PurchAmount,
});
export const inquiry = (OrgOrderId: string): Elements => ({
  ...merchant,
  OrgOrderId,
  SecureType: "Inquiry",
  TxnType: "OrderInquiry",
  Lang: "tr",
});
export const history = (OrderId: string): Elements => ({
  ...merchant,
  OrderId,
  SecureType: "Report",
  TxnType: "TxnHistory",
  Lang: "tr",
});

const document = (elements: Elements): string =>
  `<?xml version="1.0" encoding="UTF-8"?><PayforRequest>${writeXml(elements)}</PayforRequest>`;

export interface ApiAnswer {
  readonly headers: Headers;
  readonly raw: string;
  readonly root: XmlElement;
  text(name: string): string | undefined;
  /** The texts of each record of a history. */
  readonly records: readonly ReadonlyMap<string, string>[];
}

export async function postXml(origin: string, body: string): Promise<ApiAnswer> {
  const headers = { "content-type": "text/xml; charset=utf-8" };
  const answer = await fetch(`${origin}/payfor/Gateway/XMLGate.aspx`, { method: "POST", headers, body });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const root = parseXml(bytes, answer.headers.get("content-type") ?? "");
  if (root?.name !== "PayforResponse") throw new Error(`${answer.status} is no answer of the gate`);
  return {
    headers: answer.headers,
    raw: bytes.toString("utf8"),
    root,
    text: (name) => readChildTexts(root)?.get(name),
    records: root.children.flatMap(({ children }) => children.map((record) => readChildTexts(record) ?? new Map())),
  };
}
