import type { BankAccount, BankForm, BankOrder, Operation, WireRequest } from "@/server/banks/bank";
import { getQuirks } from "@/server/banks/catalog";
import { amountText, formats, installmentText } from "@/server/banks/formats";
import { buildXml, type XmlContent } from "@/server/banks/wire";
import type { CheckedCard } from "@/server/domain/payments/card-form";
import type { FormFields } from "@/server/domain/web/form-body";
import { formHash, type SignedForm } from "./hash";

const format = formats.payfor;

/** Builds the self-submitting form of secure type `3DModel`. It does not contain the password (B-5.2). */
export function handoff(order: BankOrder, card: CheckedCard, account: BankAccount): BankForm {
  const fields = [...orderFields(order, account), ...cardFields(cardText(card)), hashField(order, account)];
  return { action: account.endpoints.gate, fields };
}

/** Returns the fields of an order's form, without card and hash. */
export const orderFields = (order: BankOrder, account: BankAccount): FormFields =>
  formFields(formValues(order, account));

/** Computes the form's hash, which the bank echoes. It covers neither the card nor the currency (B-5.2). */
export const orderHash = (order: BankOrder, account: BankAccount): string =>
  formHash(formValues(order, account), account.storeKey.reveal());

const hashField = (order: BankOrder, account: BankAccount) => ["Hash", orderHash(order, account)] as const;

const formValues = (order: BankOrder, account: BankAccount): FormValues => ({
  memberId: getMemberId(account),
  merchantId: account.merchantId,
  userCode: account.user,
  secureType: "3DModel",
  orderId: order.orderId,
  amount: amountText(format, order.amountKurus),
  currency: format.currency,
  installment: installmentText(format, order.installment),
  okUrl: order.callbackUrl,
  failUrl: order.callbackUrl,
  nonce: order.nonce,
  type: "Auth",
  language: order.language,
});

/** Returns the bank's `MbrId`. Throws a TypeError for a bank whose catalogue row has none. */
function getMemberId({ bank }: BankAccount): string {
  const { memberId } = getQuirks(bank);
  if (memberId === undefined) throw new TypeError(`No PayFor number in the catalogue: ${bank}`);
  return memberId;
}

/** The values of an order's form in the notation of the wire. */
export interface FormValues extends SignedForm {
  readonly merchantId: string;
  readonly userCode: string;
  readonly secureType: string;
  readonly currency: string;
  readonly language: string;
}

export const formFields = (values: FormValues): FormFields => [
  ["MbrId", values.memberId],
  ["MerchantID", values.merchantId],
  ["UserCode", values.userCode],
  ["OrderId", values.orderId],
  ["Lang", values.language],
  ["SecureType", values.secureType],
  ["TxnType", values.type],
  ["PurchAmount", values.amount],
  ["InstallmentCount", values.installment],
  ["Currency", values.currency],
  ["OkUrl", values.okUrl],
  ["FailUrl", values.failUrl],
  ["Rnd", values.nonce],
];

/** A card in the notation of the wire, for the form and for a sale without 3-D Secure. */
export interface CardText {
  readonly holder: string;
  readonly pan: string;
  /** The month as `MM`; the year is `YY`. */
  readonly month: string;
  readonly year: string;
  readonly cvv: string;
}

/** Converts the card. The holder's name is empty, because the buyer is not asked for one. */
const cardText = (card: CheckedCard): CardText => ({
  holder: "",
  pan: card.pan.reveal(),
  month: card.expireMonth,
  year: card.expireYear,
  cvv: card.cv2.reveal(),
});

export const cardFields = (card: CardText): FormFields => [
  ["CardHolderName", card.holder],
  ["Pan", card.pan],
  ["Expiry", `${card.month}${card.year}`],
  ["Cvv2", card.cvv],
];

export function encode(operation: Operation, account: BankAccount): WireRequest {
  const credentials: Credentials = {
    memberId: getMemberId(account),
    merchantId: account.merchantId,
    userCode: account.user,
    userPass: account.password.reveal(),
  };
  return {
    url: account.endpoints.api,
    headers: { "content-type": "text/xml; charset=utf-8" },
    body: buildRequest(operationElements(operation, credentials)),
  };
}

export const buildRequest = (content: XmlContent): Uint8Array => buildXml("PayforRequest", content, "utf-8");

export interface Credentials {
  readonly memberId: string;
  readonly merchantId: string;
  readonly userCode: string;
  readonly userPass: string;
}

function operationElements(operation: Operation, credentials: Credentials): XmlContent {
  switch (operation.kind) {
    case "capture":
      return completionElements(credentials, operation.order.orderId, operation.proofs.requestGuid ?? "");
    case "void":
      return bookedElements(credentials, { ...bookedOrder(operation.orderId), type: "Void" });
    case "credit":
      return bookedElements(credentials, {
        ...bookedOrder(operation.orderId),
        type: "Refund",
        amount: amountText(format, operation.amountKurus),
      });
    case "inquire":
      return inquiryElements(credentials, operation.orderId, language);
    case "history":
      return historyElements(credentials, ["OrderId", operation.orderId], language);
    case "prepare":
    case "resolve":
      throw new TypeError(
        `PayFor has no operation ${operation.kind}: its form needs no preparation, its return no request`,
      );
  }
}

/** The language of the bank's messages to our server, which no buyer reads. */
const language = "tr";

const bookedOrder = (orderId: string) => ({ orderId, currency: format.currency, language });

/** Returns the elements of a capture. The bank binds the amount to the guid (B-5.4). */
export const completionElements = (
  { userCode, userPass }: Credentials,
  orderId: string,
  requestGuid: string,
): XmlContent => [
  ["RequestGuid", requestGuid],
  ["UserCode", userCode],
  ["UserPass", userPass],
  ["OrderId", orderId],
  ["SecureType", "3DModelPayment"],
];

export const credentialElements = (credentials: Credentials): XmlContent => [
  ["MerchantId", credentials.merchantId],
  ["UserCode", credentials.userCode],
  ["UserPass", credentials.userPass],
  ["MbrId", credentials.memberId],
];

/** Returns the elements of a later operation on a booked order; a void names no amount. */
export const bookedElements = (
  credentials: Credentials,
  order: {
    readonly orderId: string;
    readonly type: "Void" | "Refund" | "PostAuth";
    readonly amount?: string;
    readonly currency: string;
    readonly language: string;
  },
): XmlContent => [
  ...credentialElements(credentials),
  ["OrgOrderId", order.orderId],
  ["SecureType", "NonSecure"],
  ["TxnType", order.type],
  ...(order.amount === undefined ? [] : [["PurchAmount", order.amount] as const]),
  ["Currency", order.currency],
  ["Lang", order.language],
];

export const inquiryElements = (credentials: Credentials, orderId: string, messageLanguage: string): XmlContent => [
  ...credentialElements(credentials),
  ["OrgOrderId", orderId],
  ["SecureType", "Inquiry"],
  ["TxnType", "OrderInquiry"],
  ["Lang", messageLanguage],
];

/** Returns the elements of a request for the history of an order or of a day. */
export const historyElements = (
  credentials: Credentials,
  subject: readonly ["OrderId" | "ReqDate", string],
  messageLanguage: string,
): XmlContent => [
  ...credentialElements(credentials),
  ["SecureType", "Report"],
  ["TxnType", "TxnHistory"],
  ["Lang", messageLanguage],
  subject,
];
