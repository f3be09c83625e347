import type { BankAccount, BankOrder, CardInput, HandoffForm } from "@/server/banks/bank";
import { amountText, formats, installmentText } from "@/server/banks/formats";
import type { FormFields } from "@/server/domain/web/form-body";
import { formHash, securityData } from "./hash";

const format = formats.garanti;

export const apiVersion = "512";

/** The self-submitting form of model 3D. */
export function handoff(order: BankOrder, card: CardInput, account: BankAccount): HandoffForm {
  const values = formValues(order, account);
  return {
    action: account.endpoints.gate,
    fields: [
      ...formFields(values),
      ["lang", order.language],
      ...cardFields(card.pan.reveal(), card.expireMonth, card.expireYear, card.cv2.reveal()),
      ["secure3dhash", signForm(values, account.storeKey.reveal(), account.password.reveal())],
    ],
  };
}

/** What is sent of an order, and what has to come back with the very same values (D-51). */
export const orderFields = (order: BankOrder, account: BankAccount): FormFields =>
  formFields(formValues(order, account));

/** `secure3dhash` of an order's form: the bank echoes it, though not for every card. */
export const orderHash = (order: BankOrder, account: BankAccount): string =>
  signForm(formValues(order, account), account.storeKey.reveal(), account.password.reveal());

const formValues = (order: BankOrder, account: BankAccount): FormValues => ({
  mode: modeOf(account),
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

/** The gateway is one for both: what is a test says so in every message. */
export const modeOf = ({ isTest }: BankAccount): string => (isTest === true ? "TEST" : "PROD");

/** An order's form as the wire has it: amounts, currencies and installments are text. */
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

/** Signs amount, order and addresses; the card is not signed. */
export function signForm(values: FormValues, storeKey: string, password: string): string {
  const { terminalId, orderId, amount, currency, type, installment, okUrl, failUrl } = values;
  const signed = { terminalId, orderId, amount, currency, type, installment };
  const security = securityData(password, terminalId);
  return formHash({ ...signed, successUrl: okUrl, errorUrl: failUrl }, storeKey, security);
}
