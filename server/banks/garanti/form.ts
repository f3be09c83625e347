import type { BankAccount, BankForm, BankOrder } from "@/server/banks/bank";
import { amountText, formats, installmentText } from "@/server/banks/formats";
import type { CheckedCard } from "@/server/domain/payments/card-form";
import type { FormFields } from "@/server/domain/web/form-body";
import { formHash, securityData } from "./hash";

const format = formats.garanti;

export const apiVersion = "512";

/** Builds the self-submitting form of model 3D (B-3.3). */
export function handoff(order: BankOrder, card: CheckedCard, account: BankAccount): BankForm {
  const values = formValues(order, account);
  return {
    action: account.endpoints.gate,
    fields: [
      ...formFields(values),
      ["lang", order.language],
      ...cardFields(card.pan.reveal(), card.expireMonth, card.expireYear, card.cv2.reveal()),
      ["secure3dhash", computeFormHash(values, account.storeKey.reveal(), account.password.reveal())],
    ],
  };
}

/** Returns the fields of an order's form; the return must echo them with the same values (D-51). */
export const orderFields = (order: BankOrder, account: BankAccount): FormFields =>
  formFields(formValues(order, account));

/** Computes `secure3dhash` of an order's form. The bank echoes it, though not for every card. */
export const orderHash = (order: BankOrder, account: BankAccount): string =>
  computeFormHash(formValues(order, account), account.storeKey.reveal(), account.password.reveal());

const formValues = (order: BankOrder, account: BankAccount): FormValues => ({
  mode: toMode(account),
  user: account.user,
  merchantId: account.merchantId,
  terminalId: account.terminalNo,
  type: "sales",
  amount: amountText(format, order.amountKurus),
  currency: format.currency,
  installment: installmentText(format, order.installment),
  orderId: order.orderId,
  okUrl: order.callbackUrl,
  failUrl: order.callbackUrl,
  ip: order.buyerIp,
});

/** Returns the `Mode` that every message contains, because one gateway serves test and production shops. */
export const toMode = ({ isTest }: BankAccount): string => (isTest === true ? "TEST" : "PROD");

/** The values of an order's form in the notation of the wire: amounts, currencies and installments are text. */
export interface FormValues {
  readonly mode: string;
  readonly user: string;
  readonly merchantId: string;
  readonly terminalId: string;
  readonly type: string;
  readonly amount: string;
  readonly currency: string;
  readonly installment: string;
  readonly orderId: string;
  readonly okUrl: string;
  readonly failUrl: string;
  readonly ip: string;
}

export const formFields = (values: FormValues): FormFields => [
  ["secure3dsecuritylevel", "3D"],
  ["mode", values.mode],
  ["apiversion", apiVersion],
  ["terminalprovuserid", values.user],
  ["terminaluserid", values.user],
  ["terminalmerchantid", values.merchantId],
  ["terminalid", values.terminalId],
  ["txntype", values.type],
  ["txnamount", values.amount],
  ["txncurrencycode", values.currency],
  ["txninstallmentcount", values.installment],
  ["orderid", values.orderId],
  ["successurl", values.okUrl],
  ["errorurl", values.failUrl],
  ["customeripaddress", values.ip],
];

export const cardFields = (pan: string, month: string, year: string, cv2: string): FormFields => [
  ["cardnumber", pan],
  ["cardexpiredatemonth", month],
  ["cardexpiredateyear", year],
  ["cardcvv2", cv2],
];

/** Computes the signature of a form over amount, order and addresses; the card is not signed (B-3.2). */
export function computeFormHash(values: FormValues, storeKey: string, password: string): string {
  const { terminalId, orderId, amount, currency, type, installment, okUrl, failUrl } = values;
  const signed = { terminalId, orderId, amount, currency, type, installment };
  const security = securityData(password, terminalId);
  return formHash({ ...signed, successUrl: okUrl, errorUrl: failUrl }, storeKey, security);
}
