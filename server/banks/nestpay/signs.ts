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
import { hashVersion3 } from "./hash";

/** How NestPay answers a shop that is set up wrongly (docs/banks.md B-14.2). */
export const signs: SignReader = {
  readAnswer(question, { body, contentType }: WireResponse) {
    const answer = readAnswer(parseXml(body, contentType));
    return answer === null ? null : readApi(question, answer);
  },
  readRefusal: (fields, _order, account) => readGate(fields, account),
};

/** The codes of the gateway and of its host that name a cause by themselves. */
const byCode: ReadonlyMap<string, Sign> = new Map([
  ["CORE-1013", "wrong_merchant_number"],
  ["CORE-1014", "wrong_merchant_number"],
  ["CORE-1019", "currency_not_opened"],
  ["CORE-2201", "wrong_api_user_or_password"],
  ["CORE-2254", "source_address_not_registered"],
  ["CORE-2603", "count_refused"],
  ["ISO8583-03", "merchant_closed"],
  ["3D-1007", "three_d_right_closed"],
  ["2100", "bank_unavailable"],
  ["992104", "bank_unavailable"],
]);

/** The missing right by question, for `CORE-2202`. */
const rights: Readonly<Record<ServerQuestion["kind"], Sign>> = {
  void: "void_right_missing",
  credit: "refund_right_missing",
  history: "history_right_missing",
  inquire: "unknown",
  prepare: "unknown",
};

function readApi({ kind }: ServerQuestion, answer: Answer): AnswerSign {
  const { errorCode, returnCode } = answer;
  const code = errorCode ?? returnCode;
  const text = [answer.errorMessage, answer.extra("HOSTMSG")].filter((part) => part !== null).join(" ") || null;
  if (errorCode === "CORE-2202") return { sign: rights[kind], code, text };
  const named = byCode.get(errorCode ?? "");
  if (named !== undefined) return { sign: named, code, text };
  if (/insufficient permissions|islem yetkisi yok/i.test(text ?? "")) {
    return { sign: "client_user_or_password", code, text };
  }
  if (errorCode === null && returnCode === "03") return { sign: "merchant_closed", code, text };
  const isFound = answer.response === "Approved";
  if (isFound || isNotFound(answer, text)) return { sign: "fine", code, text, isFound };
  return unexplained(code, text);
}

/** The answers to questions about an order that the bank does not have. */
const notFoundCodes: ReadonlySet<string> = new Set(["CORE-2008", "ISO8583-25", "ISO8583-28", "ISO8583-29"]);

const isNotFound = ({ errorCode, returnCode }: Answer, text: string | null): boolean =>
  notFoundCodes.has(errorCode ?? `ISO8583-${returnCode}`) || /no record|not found|bulunamad/i.test(text ?? "");

/**
 * Reads the return of the gate. A wrong signature is a wrong key only when the bank's own signature does not match our
 * key either; the return of a shop with an older version of the hash names that version and its fields (B-2.4).
 */
function readGate(fields: ReturnFields, { storeKey }: BankAccount): AnswerSign {
  const read = fieldReader(fields);
  const code = read("ErrorCode") || read("ErrCode") || read("ProcReturnCode") || read("mdStatus") || null;
  const text = read("ErrMsg") || read("mdErrorMsg") || null;
  if (read("HASHPARAMS") !== "") return { sign: "wrong_hash_version", code, text };
  const named = byCode.get(code ?? "");
  if (named !== undefined) return { sign: named, code, text };
  if (/merchant bulunamad|merchant (cannot be|not) found/i.test(text ?? "")) {
    return { sign: "gate_refused_shop", code, text };
  }
  if (/g[uü]venlik kodu|hash/i.test(text ?? "")) {
    const isOurKey = digestsEqual(hashVersion3(fields, storeKey.reveal()), read("HASH"));
    return { sign: isOurKey ? "unknown" : "wrong_store_key", code, text };
  }
  return isAboutCard(code, read("mdStatus")) ? { sign: "fine", code, text } : unexplained(code, text);
}

/** The page or 3-D Secure refuses the card, which no issuer has, and nothing else. */
const isAboutCard = (code: string | null, mdStatus: string): boolean =>
  ["HPP-1001", "CORE-2010", "CORE-2012"].includes(code ?? "") || /^[0234589]$/.test(mdStatus);
