import type { XmlContent } from "@/server/banks/wire";
import type { Answer } from "../answer";
import { dottedTime } from "../bank-times";
import { spacedMask } from "../cards";
import { type DayEndLocal, isSettled } from "../records/ledger";
import type { OrderRecord, Transaction } from "../records/orders";
import { answerXml, toReturnCode } from "./api-answers";
import { hostDate } from "./time-texts";

/** The record of an order and the day-end of its terminal. */
export type RecordWithDayEnd = OrderRecord & { readonly dayEnd: DayEndLocal };

/**
 * Answers `ORDERSTATUS` with the last record of an order. A void has no record of its own but changes the sale's; after
 * a credit the last record is the credit. Amounts are whole kuruş here, unlike in all other NestPay messages.
 */
export function answerStatus(orderId: string, record: RecordWithDayEnd, now: Date): Answer {
  const last = listShownRecords(record).at(-1);
  if (last === undefined) return answerNotFound(orderId, [["ORDERSTATUS", statusText({})]]);
  const facts = statusFacts(orderId, last, record, now);
  return answerXml([
    ["ErrMsg", `Record(s) found for ${orderId}`],
    ["ProcReturnCode", "00"],
    ["Response", "Approved"],
    ["OrderId", orderId],
    ["TransId", last.transactionId],
    [
      "Extra",
      [
        ...Object.entries(facts),
        ["CAVV_3D", ""],
        ["ECI_3D", ""],
        ["XID_3D", ""],
        ["MDSTATUS", ""],
        ["HOSTDATE", hostDate(last.at)],
        ["HOST_REF_NUM", last.rrn],
        ["NUMCODE", "0"],
        ["PAN", spacedMask(last.maskedPan)],
        ["PROC_RET_CD", toReturnCode(last.refusal)],
        ["SETTLEID", ""],
        ["ORDERSTATUS", statusText(facts)],
      ],
    ],
  ]);
}

/** Answers `ORDERHISTORY` with all records, oldest first, as tab-separated lines `TRX1`, `TRX2`… */
export function answerHistory(orderId: string, record: RecordWithDayEnd, now: Date): Answer {
  const records = listShownRecords(record);
  if (records.length === 0) return answerNotFound(orderId, [["TRXCOUNT", "0"]]);
  return answerXml([
    ["ErrMsg", `Record(s) found for ${orderId}`],
    ["ProcReturnCode", "00"],
    ["Response", "Approved"],
    ["OrderId", orderId],
    [
      "Extra",
      [
        ["NUMCODE", "0"],
        ...records.map((item, index) => [`TRX${index + 1}`, historyLine(orderId, item, record, now)] as const),
        ["TRXCOUNT", String(records.length)],
      ],
    ],
  ]);
}

const listShownRecords = ({ transactions }: OrderRecord): readonly Transaction[] =>
  transactions.filter(({ kind }) => kind !== "void");

/** Builds a "not found" answer, which contains the template with empty values, as real answers do. */
const answerNotFound = (orderId: string, extra: XmlContent): Answer =>
  answerXml([
    ["ErrMsg", `No record found for ${orderId}`],
    ["ProcReturnCode", "99"],
    ["Response", "Declined"],
    ["OrderId", ""],
    ["TransId", ""],
    ["Extra", [["NUMCODE", "0"], ...extra]],
  ]);

/** The names that the tab-separated text repeats; when nothing was found, it has all of them without values. */
const repeatedNames = [
  "ORD_ID",
  "CHARGE_TYPE_CD",
  "ORIG_TRANS_AMT",
  "CAPTURE_AMT",
  "TRANS_STAT",
  "AUTH_DTTM",
  "CAPTURE_DTTM",
  "AUTH_CODE",
] as const;
type StatusFacts = Partial<Record<(typeof repeatedNames)[number] | "VOID_DTTM" | "TRANS_ID", string>>;

const statusText = (facts: StatusFacts): string =>
  repeatedNames.map((name) => `${name}:${facts[name] ?? ""}`).join("\t");

function statusFacts(orderId: string, item: Transaction, record: RecordWithDayEnd, now: Date): StatusFacts {
  const isApproved = item.refusal === null;
  const voidedAt = item.kind === "sale" && isApproved ? record.order?.voidedAt : item.voidedAt;
  return {
    ORD_ID: orderId,
    CHARGE_TYPE_CD: item.kind === "credit" ? "C" : "S",
    ORIG_TRANS_AMT: String(item.amountKurus),
    CAPTURE_AMT: isApproved ? String(item.amountKurus) : "",
    TRANS_STAT: detectState(item, voidedAt != null, isSettled(item.at, record.dayEnd, now)),
    AUTH_DTTM: dottedTime(item.at),
    CAPTURE_DTTM: isApproved ? dottedTime(item.at) : "",
    ...(voidedAt ? { VOID_DTTM: dottedTime(voidedAt) } : {}),
    AUTH_CODE: isApproved ? item.authCode : "",
    TRANS_ID: item.transactionId,
  };
}

/** Returns D (declined), V (voided), S (settled after its day-end) or C (captured and still voidable). */
function detectState({ refusal }: Transaction, isVoided: boolean, isOver: boolean): "D" | "V" | "S" | "C" {
  if (refusal !== null) return "D";
  if (isVoided) return "V";
  return isOver ? "S" : "C";
}

function historyLine(orderId: string, item: Transaction, record: RecordWithDayEnd, now: Date): string {
  const facts = statusFacts(orderId, item, record, now);
  return [
    facts.CHARGE_TYPE_CD,
    facts.TRANS_STAT,
    facts.ORIG_TRANS_AMT,
    facts.CAPTURE_AMT,
    facts.AUTH_DTTM,
    facts.CAPTURE_DTTM,
    facts.VOID_DTTM,
    item.rrn,
    facts.AUTH_CODE,
    toReturnCode(item.refusal),
    item.transactionId,
  ].join("\t");
}
