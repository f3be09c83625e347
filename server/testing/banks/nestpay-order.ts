import type { Operation } from "@/server/banks/bank";
import { buildPlacedOrder } from "@/server/banks/conformance/conformance-subject";
import { decode } from "@/server/banks/nestpay/response";

// One order, each operation on it, and a decoder for answers of the bank.

export const orderId = "ABCDEFGHJK23456789ZZ";
export const voidIt: Operation = { kind: "void", ...buildPlacedOrder(orderId), amountKurus: 100n };
export const credit: Operation = {
  kind: "credit",
  ...buildPlacedOrder(orderId),
  amountKurus: 100n,
  refundKey: "R",
};
export const inquire: Operation = { kind: "inquire", ...buildPlacedOrder(orderId) };
export const history: Operation = { kind: "history", ...buildPlacedOrder(orderId) };
const order = {
  orderId,
  amountKurus: 100n,
  installment: 1,
  language: "tr",
  callbackUrl: "",
  nonce: "",
  buyerIp: "",
} as const;
export const capture: Operation = { kind: "capture", order, proofs: {} };

const elements = (texts: Record<string, string>) =>
  Object.entries(texts)
    .map(([name, text]) => `<${name}>${text}</${name}>`)
    .join("");

/** Decodes a `CC5Response` with the given elements, and those of `extra` inside `Extra`. */
export function answer(operation: Operation, texts: Record<string, string>, extra: Record<string, string> = {}) {
  const xml = `<CC5Response>${elements(texts)}<Extra>${elements(extra)}</Extra></CC5Response>`;
  return decode(operation, { status: 200, contentType: "text/xml", body: Buffer.from(xml) });
}
