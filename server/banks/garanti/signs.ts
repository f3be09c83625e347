import type { BankAccount, ReturnFields, WireResponse } from "@/server/banks/bank";
import { digestsEqual } from "@/server/banks/compare";
import {
  type AnswerSign,
  fieldReader,
  type ServerQuestion,
  type SignReader,
  unexplained,
} from "@/server/banks/doctor/sign-reader";
import { parseXml } from "@/server/banks/wire";
import type { Sign } from "@/server/domain/banks/conclude";
import { type Answer, readAnswer } from "./answer";
import { toBankCode } from "./codes";
import { returnHash } from "./hash";

/** How Garanti answers a shop that is set up wrongly (docs/banks.md B-14.3). */
export const signs: SignReader = {
  readAnswer(question, { body, contentType }: WireResponse, account) {
    const answer = readDocument(body, contentType);
    return answer === null ? null : readApi(question, answer, account);
  },
  readRefusal: (fields, _order, account) => readGate(fields, account),
};

function readDocument(body: Uint8Array, contentType: string): Answer | null {
  try {
    return readAnswer(parseXml(body, contentType));
  } catch {
    // An element that occurs twice.
    return null;
  }
}

/** The reasons of code 92 that name a cause by themselves. */
const byReason: ReadonlyMap<string, Sign> = new Map([
  ["0654", "api_user_closed"],
  ["0752", "wrong_terminal_number"],
  ["0753", "wrong_merchant_number"],
  ["0759", "currency_not_opened"],
  ["0769", "source_address_not_registered"],
  ["0809", "sub_merchant_required"],
  ["9998", "bank_unavailable"],
  ["9999", "bank_unavailable"],
]);

/** Reason 0652: the user may not do this. */
const rights: Readonly<Record<ServerQuestion["kind"], Sign>> = {
  void: "void_right_missing",
  credit: "refund_right_missing",
  history: "history_right_missing",
  inquire: "unknown",
  prepare: "unknown",
};

/** An order or a transaction that the bank does not have. */
const notFoundReasons: ReadonlySet<string> = new Set("0101 0103 0108 0109 0110 0201 0203 0208 0210".split(" "));

function readApi({ kind }: ServerQuestion, answer: Answer, { refundUser }: BankAccount): AnswerSign {
  const { code, reasonCode, errorMessage, systemMessage } = answer;
  const facts = { code: toBankCode(answer) || null, text: errorMessage ?? systemMessage };
  if (code === "00") return { sign: "fine", ...facts, isFound: true };
  const asRefundUser = refundUser !== undefined && (kind === "void" || kind === "credit");
  const reason = code === "92" ? (reasonCode ?? "") : "";
  if (notFoundReasons.has(reason)) return { sign: "fine", ...facts, isFound: false };
  return { sign: readReason(reason, kind, asRefundUser) ?? "unknown", ...facts };
}

function readReason(reason: string, kind: ServerQuestion["kind"], asRefundUser: boolean): Sign | undefined {
  if (reason === "0651") return asRefundUser ? "wrong_refund_password" : "wrong_api_password";
  if (reason === "0653") return asRefundUser ? "wrong_refund_user" : "wrong_api_user";
  return reason === "0652" ? rights[kind] : byReason.get(reason);
}

/** A wrong signature is a wrong key only when the bank's own signature does not match our key either. */
function readGate(fields: ReturnFields, { storeKey }: BankAccount): AnswerSign {
  const read = fieldReader(fields);
  const code = read("mdstatus") || null;
  const text = read("mderrormessage") || read("errmsg") || null;
  if (/g[uü]venlik kodu|hash/i.test(text ?? "")) {
    const isOurKey = digestsEqual(returnHash(read, storeKey.reveal()), read("hash"));
    return { sign: isOurKey ? "unknown" : "wrong_store_key", code, text };
  }
  if (/g[uü]venlik seviyesi|model/i.test(text ?? "")) return { sign: "three_d_right_closed", code, text };
  if (/d[oö]viz|para birimi/i.test(text ?? "")) return { sign: "currency_not_opened", code, text };
  return /^[0234589]$/.test(code ?? "") ? { sign: "fine", code, text } : unexplained(code, text);
}
