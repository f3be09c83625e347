import type { BankReferences } from "@/server/banks/bank";
import { readBankTime } from "@/server/banks/bank-clock";
import { readChildTexts, type XmlElement } from "@/server/banks/wire";
import { parseWireAmount } from "@/server/domain/money";

/**
 * A `PayforResponse`, or one record of a history, which has the same elements (B-5.4). Empty and absent values are
 * null.
 */
export interface Answer {
  readonly returnCode: string | null;
  readonly message: string | null;
  /** The order id in an answer to an operation. */
  readonly transId: string | null;
  /** The order id in a record. The record of a later operation has it in `OrgOrderId`, and in some answers in both. */
  readonly orderId: string | null;
  readonly orgOrderId: string | null;
  /** `Auth`, `PreAuth`, `PostAuth`, `Void`, `Refund`. */
  readonly type: string | null;
  /** The type of the transaction that a void undid. */
  readonly orgType: string | null;
  /** `Y` for done, `V` for voided, `P` for pending, `N` for not done. */
  readonly state: string | null;
  readonly isVoided: string | null;
  /** Whether the record names a refund of its transaction: `IsRefunded`, or a `RefundedAmount` other than zero. */
  readonly isRefunded: boolean;
  /** `RefundedAmount` in kuruş; null where it is absent or unreadable. */
  readonly refundedKurus: bigint | null;
  /** The amount as the bank wrote it, normally a decimal text. */
  readonly amount: string | null;
  readonly amountKurus: bigint | null;
  readonly currency: string | null;
  readonly installment: string | null;
  readonly cardMask: string | null;
  /**
   * The time as a text that sorts by its characters. A history writes ISO 8601; a status writes `dd.MM.yyyy HH:mm:ss`,
   * with one or two digits for days below 10.
   */
  readonly insertedAt: string;
  /** The same time in UTC; undefined where the text names no instant. */
  readonly at: Date | undefined;
  readonly references: BankReferences;
}

/** Reads a `PayforResponse`; returns null for any other document and for one with repeated elements. */
export const readAnswer = (root: XmlElement | null): Answer | null =>
  root?.name === "PayforResponse" ? readElements(root) : null;

/** Reads the elements of an answer or record; returns null when an element is repeated. */
export function readElements(element: XmlElement): Answer | null {
  const texts = readChildTexts(element);
  if (texts === null) return null;
  const read = (name: string): string | null => texts.get(name) || null;
  return {
    returnCode: read("ProcReturnCode"),
    message: read("ErrMsg"),
    transId: read("TransId"),
    orderId: read("OrderId"),
    orgOrderId: read("OrgOrderId"),
    type: read("TxnType"),
    orgType: read("OrgTxnType"),
    state: read("TxnStatus"),
    isVoided: read("IsVoided"),
    isRefunded: !/^(false)?$/i.test(read("IsRefunded") ?? "") || !/^[0.]*$/.test(read("RefundedAmount") ?? ""),
    refundedKurus: parseWireAmount(read("RefundedAmount"), "decimal"),
    amount: read("PurchAmount"),
    amountKurus: parseWireAmount(read("PurchAmount") ?? "", "decimal") || null,
    currency: read("Currency"),
    installment: read("InstallmentCount"),
    cardMask: read("CardMask"),
    insertedAt: sortableTime(read("InsertDatetime") ?? ""),
    at: readBankTime(read("InsertDatetime")),
    // The bank's `TransId` is the order id, so there is no transaction id.
    references: { authCode: read("AuthCode"), rrn: read("HostRefNum") ?? read("F37"), transactionId: null },
  };
}

const sortableTime = (text: string): string =>
  text
    .replace(
      /^(\d{1,2})\.(\d\d)\.(\d{4})/,
      (_, day: string, month: string, year: string) => `${year}-${month}-${day.padStart(2, "0")}`,
    )
    .replace(" ", "T");

/**
 * Returns whether a record belongs to the order. A sale has the order's id; a void or refund may have an id of its own
 * and then names the order as its original.
 */
export function belongsToOrder(orderId: string, record: Answer): boolean {
  const isSale = record.type !== "Void" && record.type !== "Refund";
  const named = isSale ? [record.orderId, record.orgOrderId, record.transId] : [record.orgOrderId ?? record.orderId];
  const given = named.filter((id) => id !== null);
  return given.length > 0 && given.every((id) => id === orderId);
}

/** Returns whether a record is in another currency than lira; the form's currency is not signed (B-5.2). */
export const hasForeignCurrency = ({ currency }: Answer): boolean => currency !== null && currency !== "949";
