import { createHash } from "node:crypto";
import { encodeForm, parseXml, readChildTexts } from "@/server/banks/wire";
import { FixedClock } from "@/server/domain/clock";
import type { Random } from "@/server/domain/random";
import type { FormFields } from "@/server/domain/web/form-body";
import { type CardOutcome, testCards } from "@/server/sandbox/bank/cards";
import { type Shops, sandboxShop } from "@/server/sandbox/bank/records/shops";
import { startSimulator } from "@/server/sandbox/bank/server";
import { type BrowserPage, createBankBrowser } from "./bank-browser";

/** Opens a NestPay shop and its buyer for tests, which use the simulated banks over HTTP only. */
export async function openTestShop(databaseUrl: string, options: { faultRandom?: Random; shops?: Shops } = {}) {
  const clock = new FixedClock();
  const errors: unknown[] = [];
  const banks = await startSimulator({
    databaseUrl,
    port: 0,
    host: "localhost",
    sandboxKey,
    clock,
    onError: (error) => errors.push(error),
    ...options,
  });
  const origin = `http://localhost:${banks.port}`;
  const control = (method: string, path: string, body?: unknown) => callControl(origin, method, path, body);
  /** Reads the bank's ledger entry of an order; undefined while nothing was captured. */
  const readLedger = async (orderId: string) =>
    (await control("GET", "ledger")).body.orders.find((order: { orderId: string }) => order.orderId === orderId);
  const readLog = async (orderId: string) => (await control("GET", `log?orderId=${orderId}`)).body.items;
  return {
    clock,
    errors,
    origin,
    databaseUrl,
    close: banks.close,
    gate: (fields: FormFields) => postForm(`${origin}${gatePath}`, fields),
    buy: (order: Partial<Order> = {}, code?: string) => authenticate(origin, order, code),
    api: (elements: Elements) => postXml(origin, buildMessage(elements)),
    control,
    readLedger,
    readLog,
  };
}
export type TestShop = Awaited<ReturnType<typeof openTestShop>>;

export const sandboxKey = "key-of-the-test";
const gatePath = "/nestpay/fim/est3Dgate";
const { clientId, apiUser, apiPassword, storeKey } = sandboxShop.nestpay;

export interface Order {
  readonly oid: string;
  readonly amount: string;
  readonly taksit: string;
  readonly lang: string;
  readonly pan: string;
  readonly cv2: string;
  readonly month: string;
  readonly year: string;
  readonly okUrl: string;
}

let orders = 0;
export const newOrderId = (): string => `TEST${String(++orders).padStart(16, "0")}`;

export const panWith = (outcome: CardOutcome): string => testCards.find((card) => card.outcome === outcome)?.pan ?? "";

/** Builds the form of model `3d` without its signature. */
export function orderForm(order: Partial<Order> = {}): FormFields {
  const okUrl = order.okUrl ?? "http://127.0.0.1:9/3ds/callback/token";
  return [
    ["clientid", clientId],
    ["storetype", "3d"],
    ["amount", order.amount ?? "12.50"],
    ["oid", order.oid ?? newOrderId()],
    ["okUrl", okUrl],
    ["failUrl", okUrl],
    ["rnd", "b6d81704"],
    ["currency", "949"],
    ["taksit", order.taksit ?? ""],
    ["TranType", "Auth"],
    ["lang", order.lang ?? "tr"],
    ["hashAlgorithm", "ver3"],
    ["pan", order.pan ?? panWith("approved")],
    ["Ecom_Payment_Card_ExpDate_Month", order.month ?? "12"],
    ["Ecom_Payment_Card_ExpDate_Year", order.year ?? "30"],
    ["cv2", order.cv2 ?? "000"],
  ];
}

/**
 * Signs a form with hash version 3. This second implementation, from the vendor's text, finds mistakes in the first
 * one.
 */
export function sign(fields: FormFields, key: string = storeKey): FormFields {
  const escaped = (value: string) => value.split("\\").join("\\\\").split("|").join("\\|");
  const text = fields
    .filter(([name]) => !["hash", "encoding"].includes(name.toLowerCase()))
    .sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    .map(([, value]) => escaped(value))
    .concat(escaped(key))
    .join("|");
  return [...fields, ["hash", createHash("sha512").update(text).digest("base64")]];
}

/** The browser of a buyer who reaches the simulated banks over HTTP. */
export const httpBrowser = createBankBrowser(async ({ address, form }) => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const posted = form === null ? {} : { method: "POST", headers, body: Buffer.from(encodeForm(form)) };
  const answer = await fetch(address, { redirect: "manual", ...posted });
  return { status: answer.status, headers: answer.headers, body: new Uint8Array(await answer.arrayBuffer()) };
});

export const postForm = httpBrowser.post;

/** Types the one-time code on the bank's page, or cancels. */
export const typeCode = (challenge: BrowserPage, code = "123456"): Promise<BrowserPage> =>
  httpBrowser.answerChallenge(challenge, code, code === "cancel" ? "cancel" : "confirm");

/** Posts an order to the gate and types the one-time code. */
async function authenticate(origin: string, order: Partial<Order>, code?: string) {
  const oid = order.oid ?? newOrderId();
  const challenge = await postForm(`${origin}${gatePath}`, sign(orderForm({ ...order, oid })));
  const shown = await typeCode(challenge, code);
  return { oid, challenge, shown, callback: new Map(shown.fields) };
}

export type Elements = Readonly<Record<string, string>>;

/** Writes one XML element for each entry, without escaping its content. */
export const writeXml = (elements: Elements): string =>
  Object.entries(elements)
    .map(([name, content]) => `<${name}>${content}</${name}>`)
    .join("");

/** Builds the capture with the proofs of a callback. */
export const buildCapture = (oid: string, callback: ReadonlyMap<string, string>, total = "12.50"): Elements => ({
  Type: "Auth",
  OrderId: oid,
  Total: total,
  Currency: "949",
  Taksit: callback.get("taksit") ?? "",
  Number: callback.get("md") ?? "",
  PayerTxnId: callback.get("xid") ?? "",
  PayerSecurityLevel: callback.get("eci") ?? "",
  PayerAuthenticationCode: callback.get("cavv") ?? "",
  Mode: "P",
});

export interface ApiAnswer {
  readonly headers: Headers;
  readonly bytes: Buffer;
  text(name: string): string | undefined;
  extra(name: string): string | undefined;
}

/** Builds a message to the API, with the shop's credentials. */
export function buildMessage(elements: Elements): string {
  const all = { Name: apiUser, Password: apiPassword, ClientId: clientId, ...elements };
  return `<?xml version="1.0" encoding="ISO-8859-9"?><CC5Request>${writeXml(all)}</CC5Request>`;
}

export async function postXml(origin: string, body: string, contentType = "text/xml"): Promise<ApiAnswer> {
  const headers = { "content-type": contentType };
  const answer = await fetch(`${origin}/nestpay/fim/api`, { method: "POST", headers, body });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const root = parseXml(bytes);
  if (root?.name !== "CC5Response") throw new Error(`${answer.status} is no answer of the API`);
  const extra = root.children.find(({ name }) => name === "Extra");
  return {
    headers: answer.headers,
    bytes,
    text: (name) => readChildTexts(root)?.get(name),
    // The text is not trimmed, because tabs at the end of a line count.
    extra: (name) => extra?.children.find((child) => child.name === name)?.text,
  };
}

export const inquiry = (oid: string): Elements => ({
  OrderId: oid,
  Extra: "<ORDERSTATUS>QUERY</ORDERSTATUS>",
});
export const history = (oid: string): Elements => ({
  OrderId: oid,
  Extra: "<ORDERHISTORY>QUERY</ORDERHISTORY>",
});

async function callControl(origin: string, method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${sandboxKey}`, "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${origin}/__control/${path}`, { method, headers, ...sent });
  return { status: answer.status, body: await answer.json() };
}
