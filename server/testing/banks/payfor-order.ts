import type { BankAccount, BankOrder, ReturnFields } from "@/server/banks/bank";
import { foldAscii } from "@/server/banks/compare";
import fixture from "@/server/banks/payfor/fixtures/vectors.json";
import { returnHash } from "@/server/banks/payfor/hash";
import { orderFields, orderHash } from "@/server/banks/payfor/request";
import { Secret } from "@/server/domain/secret";

/** A shop at PayFor. */
export const account: BankAccount = {
  bank: "qnb",
  merchantId: "085300000009704",
  terminalNo: "",
  user: "API_USER",
  password: new Secret("PASSWORD"),
  storeKey: new Secret("12345678"),
  endpoints: { gate: "https://bank.example/Default.aspx", api: "https://bank.example/XMLGate.aspx" },
};

export const order: BankOrder = {
  orderId: "ABCDEFGHJK23456789ZZ",
  amountKurus: 125050n,
  installment: 3,
  language: "tr",
  callbackUrl: "https://pay.example/3ds/callback/token",
  nonce: "nonce-1",
  buyerIp: "192.0.2.1",
};

/** Adapts a real return of a published vector to the order of this file, and signs it. */
export function realReturn(id: string, shop = account, algorithm?: "sha256"): ReturnFields {
  const sent = new Map(orderFields(order, shop).map(([name, value]) => [foldAscii(name), value]));
  const vector = fixture.vectors.find((candidate) => candidate.id === id);
  const fields = Object.entries(vector?.input.fields ?? {}).map(([name, value]) => {
    const echo = name === "Hash" ? orderHash(order, shop) : sent.get(foldAscii(name));
    return [name, echo ?? String(value)] as const;
  });
  return signReturn(fields, shop, algorithm);
}

/** Signs a return with the shop's key. */
export function signReturn(fields: ReturnFields, shop = account, algorithm: "sha1" | "sha256" = "sha1"): ReturnFields {
  const read = (name: string) => fields.find((field) => field[0] === name)?.[1] ?? "";
  const signed = {
    merchantId: shop.merchantId,
    orderId: read("OrderId"),
    authCode: read("AuthCode"),
    returnCode: read("ProcReturnCode"),
    status3d: read("3DStatus"),
    nonce: read("ResponseRnd"),
    userCode: shop.user,
  };
  const sample = Buffer.alloc(algorithm === "sha256" ? 32 : 20).toString("base64");
  const hash = returnHash(signed, shop.storeKey.reveal(), sample);
  return [...fields.filter(([name]) => name !== "ResponseHash"), ["ResponseHash", hash]];
}

/** Replaces values of fields; null removes the field. */
export const change = (fields: ReturnFields, values: Readonly<Record<string, string | null>>): ReturnFields =>
  fields.filter(([name]) => values[name] !== null).map(([name, value]) => [name, values[name] ?? value] as const);
