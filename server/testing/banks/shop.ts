import { createHash } from "node:crypto";
import { encodeForm, parseXml, textsOf } from "@/server/banks/wire";
import { FixedClock } from "@/server/domain/clock";
import type { FormFields } from "@/server/domain/web/form-body";
import { type CardOutcome, testCards } from "@/server/sandbox/bank/cards";
import type { Random } from "@/server/sandbox/bank/faults";
import { type Shops, sandboxShop } from "@/server/sandbox/bank/records/shops";
import { startSimulator } from "@/server/sandbox/bank/server";

/** A shop and its buyer, for tests: they know the banks by nothing but what goes over the wire. */
export async function openTestShop(databaseUrl: string, options: { random?: Random; shops?: Shops } = {}) {
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
  /** What the bank has of an order; undefined while nothing was captured. */
  const ledgerOf = async (orderId: string) =>
    (await control("GET", "ledger")).body.orders.find(
      (order: { orderId: string }) => order.orderId === orderId,
    );
  const logOf = async (orderId: string) => (await control("GET", `log?orderId=${orderId}`)).body.items;
  return {
    clock,
    errors,
    origin,
    databaseUrl,
    close: banks.close,
    gate: (fields: FormFields) => postForm(`${origin}${gatePath}`, fields),
    buy: (order: Partial<Order> = {}, code?: string) => authenticate(origin, order, code),
    api: (elements: Elements) => callApi(origin, elements),
    control,
    ledgerOf,
    logOf,
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

export const panWith = (outcome: CardOutcome): string =>
  testCards.find((card) => card.outcome === outcome)?.pan ?? "";

/** The form of model `3d` without its signature. */
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

/** Hash version 3 once more, written from the vendor's words alone, so that one mistake does not hide another. */
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

/** What a browser shows, and the form that it would send on. */
export interface Shown {
  readonly status: number;
  readonly address: string;
  readonly headers: Headers;
  readonly text: string;
  readonly action: string;
  readonly fields: FormFields;
}

export async function postForm(address: string, fields: FormFields): Promise<Shown> {
  const body = Buffer.from(encodeForm(fields));
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return show(await fetch(address, { method: "POST", headers, body }));
}

/** Types the one-time code on the bank's page, or cancels. */
export const typeCode = (challenge: Shown, code = "123456"): Promise<Shown> =>
  postForm(challenge.action, [
    ["code", code],
    ["action", code === "cancel" ? "cancel" : "confirm"],
  ]);

export async function show(answer: Response): Promise<Shown> {
  const text = await answer.text();
  const inputs = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  const plain = (markup = "") =>
    markup.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  const action = new URL(plain(/<form method="post" action="([^"]*)"/.exec(text)?.[1]), answer.url);
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    address: answer.url,
    action: action.href,
    fields: inputs.map(([, name, value]) => [plain(name), plain(value)] as const),
  };
}

/** Takes an order through the gate and types the code; `oid` is there for what comes next. */
async function authenticate(origin: string, order: Partial<Order>, code?: string) {
  const oid = order.oid ?? newOrderId();
  const challenge = await postForm(`${origin}${gatePath}`, sign(orderForm({ ...order, oid })));
  const shown = await typeCode(challenge, code);
  return { oid, challenge, shown, callback: new Map(shown.fields) };
}

export type Elements = Readonly<Record<string, string>>;

/** One XML element for each; what they hold is written as it is. */
export const xmlOf = (elements: Elements): string =>
  Object.entries(elements)
    .map(([name, content]) => `<${name}>${content}</${name}>`)
    .join("");

/** The proofs of a callback as the capture wants them. */
export const captureOf = (oid: string, callback: ReadonlyMap<string, string>, total = "12.50"): Elements => ({
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

async function callApi(origin: string, elements: Elements): Promise<ApiAnswer> {
  const all = { Name: apiUser, Password: apiPassword, ClientId: clientId, ...elements };
  const document = `<?xml version="1.0" encoding="ISO-8859-9"?><CC5Request>${xmlOf(all)}</CC5Request>`;
  return postXml(origin, document);
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
    text: (name) => textsOf(root)?.get(name),
    // Untrimmed: tabs at the end of a line count.
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
