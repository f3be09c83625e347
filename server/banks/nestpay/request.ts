import type {
  BankAccount,
  BankForm,
  BankOrder,
  Operation,
  PlacedOrder,
  Proofs,
  WireRequest,
} from "@/server/banks/bank";
import { getQuirks, type Quirks } from "@/server/banks/catalog";
import { amountText, formats, installmentText } from "@/server/banks/formats";
import { buildXml, type XmlContent } from "@/server/banks/wire";
import type { CheckedCard } from "@/server/domain/payments/card-form";
import type { FormFields } from "@/server/domain/web/form-body";
import { hashVersion3 } from "./hash";

const format = formats.nestpay;

/** Builds the self-submitting form of model `3d` (B-2.2). */
export function handoff(order: BankOrder, card: CheckedCard, account: BankAccount): BankForm {
  const fields = [
    ...orderFields(order, account),
    ...cardFields(card.pan.reveal(), card.expireMonth, card.expireYear, card.cv2.reveal()),
  ];
  return { action: account.endpoints.gate, fields: signForm(fields, account.storeKey.reveal()) };
}

/** Returns the fields of an order's form; the return must echo them with the same values (D-51). */
export const orderFields = (order: BankOrder, account: BankAccount) =>
  formFields({
    clientId: account.merchantId,
    amount: amountText(format, order.amountKurus),
    orderId: order.orderId,
    okUrl: order.callbackUrl,
    failUrl: order.callbackUrl,
    nonce: order.nonce,
    currency: format.currency,
    installment: order.installment,
    type: "Auth",
    language: order.language,
  });

/** The values of an order's form in the notation of the wire: amounts and currencies are text. */
export interface FormValues {
  readonly clientId: string;
  readonly amount: string;
  readonly orderId: string;
  readonly okUrl: string;
  readonly failUrl: string;
  readonly nonce: string;
  readonly currency: string;
  readonly installment: number;
  readonly type: string;
  readonly language: string;
}

export const formFields = (values: FormValues): FormFields => [
  ["clientid", values.clientId],
  ["storetype", "3d"],
  ["amount", values.amount],
  ["oid", values.orderId],
  ["okUrl", values.okUrl],
  ["failUrl", values.failUrl],
  ["rnd", values.nonce],
  ["currency", values.currency],
  ["taksit", installmentText(format, values.installment)],
  ["TranType", values.type],
  ["lang", values.language],
  ["hashAlgorithm", "ver3"],
];

export const cardFields = (pan: string, month: string, year: string, cv2: string): FormFields => [
  ["pan", pan],
  ["Ecom_Payment_Card_ExpDate_Month", month],
  ["Ecom_Payment_Card_ExpDate_Year", year],
  ["cv2", cv2],
];

/** Adds the signature. It covers every posted field, the card's fields too (B-2.2). */
export const signForm = (fields: FormFields, storeKey: string): FormFields => [
  ...fields,
  ["hash", hashVersion3(fields, storeKey)],
];

export const encode = (operation: Operation, account: BankAccount): WireRequest => ({
  url: account.endpoints.api,
  headers: { "content-type": "text/xml; charset=ISO-8859-9" },
  body: buildRequest([
    ...credentialElements(account.user, account.password.reveal(), account.merchantId),
    ...operationElements(operation, account),
  ]),
});

export const buildRequest = (content: XmlContent): Uint8Array => buildXml("CC5Request", content, "iso-8859-9");

export const credentialElements = (user: string, password: string, clientId: string): XmlContent => [
  ["Name", user],
  ["Password", password],
  ["ClientId", clientId],
];

function operationElements(operation: Operation, { bank }: BankAccount): XmlContent {
  switch (operation.kind) {
    case "capture":
      return captureElements(operation.order, operation.proofs);
    case "void":
      return voidElements(chooseVoidTarget(operation, getQuirks(bank)));
    case "credit":
      return creditElements(operation.orderId, amountText(format, operation.amountKurus), format.currency);
    case "inquire":
      return queryElements(operation.orderId, "ORDERSTATUS");
    case "history":
      return queryElements(operation.orderId, "ORDERHISTORY");
    case "prepare":
    case "resolve":
      throw new TypeError(
        `NestPay has no operation ${operation.kind}: its form needs no preparation, its return no request`,
      );
  }
}

const captureElements = (order: BankOrder, proofs: Proofs): XmlContent => [
  ...saleElements({
    type: "Auth",
    ip: order.buyerIp,
    orderId: order.orderId,
    total: amountText(format, order.amountKurus),
    currency: format.currency,
    installment: order.installment,
  }),
  ...proofElements(proofs),
  ["Mode", "P"],
];

export const saleElements = (sale: {
  readonly type: string;
  readonly ip: string;
  readonly orderId: string;
  readonly total: string;
  readonly currency: string;
  readonly installment: number;
}): XmlContent => [
  ["Type", sale.type],
  ["IPAddress", sale.ip],
  ["OrderId", sale.orderId],
  ["Total", sale.total],
  ["Currency", sale.currency],
  ["Taksit", installmentText(format, sale.installment)],
];

/** Returns the elements of the 3-D Secure proofs, which replace the card: no expiry and no security code (B-2.6). */
export const proofElements = (proofs: Proofs): XmlContent => [
  ["Number", proofs.md ?? ""],
  ["PayerTxnId", proofs.xid ?? ""],
  ["PayerSecurityLevel", proofs.eci ?? ""],
  ["PayerAuthenticationCode", proofs.cavv ?? ""],
];

/** The target of a void: one transaction, or an order, of which the bank then undoes the last transaction. */
export type VoidTarget = { readonly transactionId: string } | { readonly orderId: string };

/**
 * Returns the sale as the target of a void where the bank gave its reference and accepts it. The order would be the
 * wrong target when its last transaction is a credit, because the bank would undo that credit (B-2.6).
 */
export const chooseVoidTarget = (
  { orderId, references: { transactionId } }: PlacedOrder,
  { voidsByOrder }: Quirks,
): VoidTarget => (transactionId === null || voidsByOrder ? { orderId } : { transactionId });

export const voidElements = (target: VoidTarget): XmlContent => [
  ["Type", "Void"],
  "orderId" in target ? ["OrderId", target.orderId] : ["TransId", target.transactionId],
];

export const creditElements = (orderId: string, total: string, currency: string): XmlContent => [
  ["Type", "Credit"],
  ["OrderId", orderId],
  ["Total", total],
  ["Currency", currency],
];

export const queryElements = (orderId: string, question: "ORDERSTATUS" | "ORDERHISTORY"): XmlContent => [
  ["OrderId", orderId],
  ["Extra", [[question, "QUERY"]]],
];
