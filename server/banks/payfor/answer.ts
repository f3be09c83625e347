import type { BankReferences } from "@/server/banks/bank";
import { readBankTime } from "@/server/banks/bank-clock";
import { textsOf, type XmlElement } from "@/server/banks/wire";
import { parseDecimalText } from "@/server/domain/money";

/** A `PayforResponse`, or one record of a history: the same elements. What is empty or absent is null. */
export interface Answer {
  readonly returnCode: string | null;
  readonly message: string | null;
  /** The order's id in an answer to an operation. */
  readonly transId: string | null;
  /** In a record: the order's id; a later operation has the order's in `OrgOrderId`, and in some answers in both. */
  readonly orderId: string | null;
  readonly orgOrderId: string | null;
  /** `Auth`, `PreAuth`, `PostAuth`, `Void`, `Refund`. */
  readonly type: string | null;
  /** What a void undid. */
  readonly orgType: string | null;
  /** `Y` done, `V` voided, `P` pending, `N` not done. */
  readonly state: string | null;
  readonly isVoided: string | null;
  /** As it is written: decimal, where it is money at all. */
  readonly amount: string | null;
  readonly amountKurus: bigint | null;
  readonly currency: string | null;
  readonly installment: string | null;
  readonly cardMask: string | null;
  /** Text that sorts: a history writes ISO 8601, a status `dd.MM.yyyy HH:mm:ss`, days below 10 with one digit or two. */
  readonly insertedAt: string;
  /** The same instant, UTC; undefined where the text names none. */
  readonly at: Date | undefined;
  readonly references: BankReferences;
}

/** Null for anything but a `PayforResponse` that says each thing once. */
export const readAnswer = (root: XmlElement | null): Answer | null =>
  root?.name === "PayforResponse" ? readElements(root) : null;

/** Null when an element says something twice. */
export function readElements(element: XmlElement): Answer | null {
  const texts = textsOf(element);
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
    amount: read("PurchAmount"),
    amountKurus: parseDecimalText(read("PurchAmount") ?? "") || null,
    currency: read("Currency"),
    installment: read("InstallmentCount"),
    cardMask: read("CardMask"),
    insertedAt: sortableTime(read("InsertDatetime") ?? ""),
    at: readBankTime(read("InsertDatetime")),
    // What the bank calls a transaction's id is the order's.
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
 * Whether a record is of the order that was asked for. A sale goes by the order's id; what undoes it may have one of its
 * own and then names the order's as the original.
 */
export function isRecordOf(orderId: string, record: Answer): boolean {
  const isSale = record.type !== "Void" && record.type !== "Refund";
  const named = isSale
    ? [record.orderId, record.orgOrderId, record.transId]
    : [record.orgOrderId ?? record.orderId];
  const given = named.filter((id) => id !== null);
  return given.length > 0 && given.every((id) => id === orderId);
}

/** Whether a record is in another currency than the one that we ask for: nothing signs the form's (protocols.md §5.2). */
export const isForeign = ({ currency }: Answer): boolean => currency !== null && currency !== "949";
