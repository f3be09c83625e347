import type { BankReferences, Operation, WireResponse } from "@/server/banks/bank";
import { buildPlacedOrder } from "@/server/banks/conformance/conformance-subject";
import { buildXml, type XmlContent } from "@/server/banks/wire";
import { trustCard } from "@/server/domain/payments/card-form";
import { Secret } from "@/server/domain/secret";

/** A shop at PosNet. */
export const account = {
  bank: "yapikredi",
  merchantId: "6706598320",
  terminalNo: "67005551",
  user: "9644",
  password: new Secret(""),
  storeKey: new Secret("10,20,30,40,50,60,70,80"),
  endpoints: { gate: "https://bank.example/YKBPaymentService", api: "https://bank.example/XML" },
};

export const macAccount = { mid: "6706598320", tid: "67005551", encKey: "10,20,30,40,50,60,70,80" };

export const order = {
  orderId: "ABCDEFGHJK23456789ZZ",
  amountKurus: 125050n,
  installment: 3,
  language: "tr",
  callbackUrl: "https://pay.example/3ds/callback/token",
  nonce: "nonce-1",
  buyerIp: "192.0.2.1",
} as const;

export const macOrder = { xid: order.orderId, amount: "125050", currency: "TL" };

/** The order id in later operations, with the bank's prefix. */
export const laterOrderId = `TDSC${order.orderId}`;

export const card = trustCard({
  pan: new Secret("4506344103118942"),
  expireMonth: "01",
  expireYear: "30",
  cv2: new Secret("987"),
});

export const proofs = { MerchantPacket: "E1D0C0FB6EC5", BankPacket: "F61E1D0C0FB6", Sign: "9998F61E1D0C" };

/** The references of a sale whose answer was lost. */
export const unknownReferences: BankReferences = { authCode: null, rrn: null, transactionId: null };

const placedOrder = buildPlacedOrder(order.orderId);
const { amountKurus } = order;
export const prepare: Operation = { kind: "prepare", order, card };
export const resolve: Operation = { kind: "resolve", order, proofs };
export const capture: Operation = { kind: "capture", order, proofs };
export const voidIt: Operation = { kind: "void", ...placedOrder, amountKurus };
export const credit: Operation = { kind: "credit", ...placedOrder, amountKurus: 100n, refundKey: "R" };
export const inquire: Operation = { kind: "inquire", ...placedOrder };
export const history: Operation = { kind: "history", ...placedOrder };

/** Builds the text of an answer. */
export const answerText = (content: XmlContent): string =>
  Buffer.from(buildXml("posnetResponse", content, "utf-8")).toString("utf8");

export const toResponse = (text: string, encoding: BufferEncoding = "utf8"): WireResponse => ({
  status: 200,
  contentType: "text/xml",
  body: Buffer.from(text, encoding),
});
