import type { XmlContent } from "@/server/banks/wire";
import { nextDayEnd } from "@/server/domain/business-day";
import type { Answer } from "../answer";
import { batchNumber, dayText, dottedTime } from "../bank-times";
import { installmentText } from "../records/installment";
import { type DayEndLocal, isSettled } from "../records/ledger";
import { approvedSale, type OrderRecord, type Transaction } from "../records/orders";
import { answerLookup, programOf, returnCodeOf, sequenceOf } from "./api-answers";
import type { ApiMessage } from "./api-message";

/** What is on record, when the day of those records ends, and the installments of the sale. */
export interface RecordOnDay extends OrderRecord {
  readonly dayEnd: DayEndLocal;
  readonly installment: number;
}

/**
 * `orderinq`: the sale of an order, or the last that was refused. It tells nothing of voids and refunds: those are in the
 * history alone. Amounts are whole kuruş.
 */
export function answerStatus(message: ApiMessage, record: RecordOnDay, now: Date): Answer {
  const sales = record.transactions.filter(({ kind }) => kind === "sale");
  const sale = approvedSale(sales) ?? sales.at(-1) ?? null;
  return answerLookup(message, sale !== null, [["OrderInqResult", statusOf(sale, record)]], now);
}

/** `orderhistoryinq`: everything that was tried, oldest first; a void stands beside its sale. */
export function answerHistory(message: ApiMessage, record: RecordOnDay, now: Date): Answer {
  const lines = record.transactions.map((item) => ["OrderTxn", historyLine(item, record, now)] as const);
  const content: XmlContent = [["OrderHistInqResult", [["OrderTxnList", lines]]]];
  return answerLookup(message, lines.length > 0, content, now);
}

/** Where nothing was found the elements are there all the same. */
function statusOf(sale: Transaction | null, record: RecordOnDay): XmlContent {
  const isApproved = sale?.refusal === null;
  const code = sale === null ? "" : returnCodeOf(sale.refusal);
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
    // A single payment is 0 here, where requests leave it empty.
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
    ["SequenceNum", sale === null ? "" : String(Number(sequenceOf(sale)))],
    ["ProvDate", sale === null ? "" : dottedTime(sale.at)],
    ["CardHolderName", ""],
    ["CardType", programOf(record.order)],
  ];
}

const types = { sale: "sales", void: "void", credit: "refund" } as const;

function historyLine(item: Transaction, record: RecordOnDay, now: Date): XmlContent {
  const isApproved = item.refusal === null;
  const code = returnCodeOf(item.refusal);
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
