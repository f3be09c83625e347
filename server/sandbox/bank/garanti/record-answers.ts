import type { XmlContent } from "@/server/banks/wire";
import { nextDayEnd } from "@/server/domain/business-day";
import type { Answer } from "../answer";
import { batchNumber, dayText, dottedTime } from "../bank-times";
import type { Moment } from "../moment";
import { installmentText } from "../records/installment";
import { type DayEndLocal, isSettled } from "../records/ledger";
import { approvedSale, type OrderRecord, type Transaction } from "../records/orders";
import { answerLookup, detectCardProgram, toReturnCode, toSequenceNumber } from "./api-answers";
import type { ApiMessage } from "./api-message";

/** The record of an order, the day-end of its terminal, and the installments of its sale. */
export interface RecordWithDayEnd extends OrderRecord {
  readonly dayEnd: DayEndLocal;
  readonly installment: number;
}

/**
 * Answers `orderinq` with the approved sale of an order, or else the last refused one. Voids and refunds are in the
 * history only. Amounts are whole kuruş.
 */
export function answerStatus(message: ApiMessage, record: RecordWithDayEnd, moment: Moment): Answer {
  const sales = record.transactions.filter(({ kind }) => kind === "sale");
  const sale = approvedSale(sales) ?? sales.at(-1) ?? null;
  return answerLookup(message, sale !== null, [["OrderInqResult", statusElements(sale, record)]], moment);
}

/** Answers `orderhistoryinq` with all transactions, refused ones too, oldest first; a void has a record of its own. */
export function answerHistory(message: ApiMessage, record: RecordWithDayEnd, moment: Moment): Answer {
  const lines = record.transactions.map((item) => ["OrderTxn", historyLine(item, record, moment.at)] as const);
  const content: XmlContent = [["OrderHistInqResult", [["OrderTxnList", lines]]]];
  return answerLookup(message, lines.length > 0, content, moment);
}

/** Builds the elements of a status; when nothing was found, they are present but empty. */
function statusElements(sale: Transaction | null, record: RecordWithDayEnd): XmlContent {
  const isApproved = sale?.refusal === null;
  const code = sale === null ? "" : toReturnCode(sale.refusal);
  return [
    ["ChargeType", sale === null ? "" : "S"],
    ["PreAuthAmount", "0"],
    ["PreAuthDate", ""],
    ["AuthAmount", isApproved ? String(sale.amountKurus) : "0"],
    ["AuthDate", isApproved ? dottedTime(sale.at) : ""],
    ["RecurringInfo", "N"],
    ["RecurringStatus", ""],
    ["Status", sale === null ? "" : isApproved ? "APPROVED" : "DECLINED"],
    ["RemainingBNSAmount", "0"],
    ["UsedFBBAmount", "0"],
    ["UsedChequeType", ""],
    ["UsedChequeCount", "0"],
    ["UsedChequeAmount", "0"],
    ["UsedBnsAmount", "0"],
    // A single payment is 0 here, whereas requests leave the element empty.
    ["InstallmentCnt", installmentText(record.installment)],
    ["CardNumberMasked", sale?.maskedPan ?? "null"],
    ["CardRef", ""],
    ["Code", code],
    ["ReasonCode", code],
    ["SysErrMsg", ""],
    ["RetrefNum", sale?.rrn ?? ""],
    ["GPID", ""],
    ["AuthCode", isApproved ? sale.authCode : ""],
    ["BatchNum", sale === null ? "" : batchNumber(sale.at)],
    ["SequenceNum", sale === null ? "" : String(Number(toSequenceNumber(sale)))],
    ["ProvDate", sale === null ? "" : dottedTime(sale.at)],
    ["CardHolderName", ""],
    ["CardType", detectCardProgram(record.order)],
  ];
}

const types = { sale: "sales", void: "void", credit: "refund" } as const;

function historyLine(item: Transaction, record: RecordWithDayEnd, now: Date): XmlContent {
  const isApproved = item.refusal === null;
  const code = toReturnCode(item.refusal);
  const isInBooks = isApproved && isSettled(item.at, record.dayEnd, now);
  return [
    ["Type", types[item.kind]],
    ["Status", code],
    ["PreAuthAmount", "0"],
    ["AuthAmount", String(item.amountKurus)],
    ["PreAuthDate", ""],
    ["AuthDate", isApproved ? dayText(item.at) : ""],
    ["VoidDate", isApproved && item.kind === "void" ? dayText(item.at) : ""],
    ["RetrefNum", item.rrn],
    ["AuthCode", isApproved ? item.authCode : ""],
    ["ReturnCode", code],
    ["BatchNum", batchNumber(item.at)],
    ["CurrencyCode", "949"],
    ["SafeType", ""],
    ["SettleDate", isInBooks ? dayText(nextDayEnd(item.at, record.dayEnd)) : ""],
    ["InstallmentCnt", installmentText(record.installment)],
  ];
}
