import type { ReturnFields, WireResponse } from "@/server/banks/bank";
import {
  type AnswerSign,
  fieldReader,
  type ServerQuestion,
  type SignReader,
  unexplained,
} from "@/server/banks/doctor/sign-reader";
import { parseXml } from "@/server/banks/wire";
import type { Sign } from "@/server/domain/banks/conclude";
import { originalNotFoundCode } from "./codes";
import { readReport } from "./history";

/** How PayFor answers a shop that is set up wrongly (docs/banks.md B-14.5). */
export const signs: SignReader = {
  readAnswer(question, { body, contentType }: WireResponse) {
    const report = readReport(parseXml(body, contentType));
    if (report === null) return null;
    // A history has the code in its head or in a single record.
    const { returnCode, message } = report.head.returnCode === null ? (report.records[0] ?? report.head) : report.head;
    return readCode(question.kind, returnCode, message);
  },
  readRefusal: readGate,
};

/** The codes that name a cause whatever was asked. */
const byCode: ReadonlyMap<string, Sign> = new Map([
  ["M030", "wrong_store_key"],
  ["M047", "source_address_not_registered"],
  ["V023", "count_refused"],
  ["V024", "count_refused"],
  /** A general system error, with which QNB also refuses voids from source addresses that it does not know. */
  ["V036", "system_error"],
]);

function readCode(kind: ServerQuestion["kind"], code: string | null, text: string | null): AnswerSign {
  const named = byCode.get(code ?? "");
  if (named !== undefined) return { sign: named, code, text };
  if (code === "03") return { sign: readMerchantRefusal(text), code, text };
  if (code === originalNotFoundCode) return { sign: "fine", code, text, isFound: false };
  if (code === "00" && (kind === "inquire" || kind === "history")) return { sign: "fine", code, text, isFound: true };
  return unexplained(code, text);
}

/** 03 is the code for a merchant that may not work, and for one that shows wrong credentials; the text decides. */
const readMerchantRefusal = (text: string | null): Sign =>
  /kullan[iı]c[iı]|[sş]ifre|user|password/i.test(text ?? "") ? "merchant_user_or_password" : "merchant_closed";

/** Reads the return of the gate. Codes about the card are fine, because no issuer has the card of the question. */
function readGate(fields: ReturnFields): AnswerSign {
  const read = fieldReader(fields);
  const code = read("ProcReturnCode") || null;
  const text = read("ErrMsg") || null;
  if (code === "57" || code === "58") return { sign: "three_d_right_closed", code, text };
  if (code === "12" && /para birimi/i.test(text ?? "")) return { sign: "currency_not_opened", code, text };
  if (cardCodes.has(code ?? "")) return { sign: "fine", code, text };
  return readCode("prepare", code, text);
}

const cardCodes: ReadonlySet<string> = new Set("M006 M008 M041 V004 V034 V049 14 15 54 82".split(" "));
