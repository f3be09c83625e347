import type { WireResponse } from "@/server/banks/bank";
import {
  type AnswerSign,
  fieldReader,
  type ServerQuestion,
  type SignReader,
  unexplained,
} from "@/server/banks/doctor/sign-reader";
import type { Sign } from "@/server/domain/banks/conclude";
import { type Answer, foldedTexts, parseAnswer, readAnswer } from "./answer";

/** How PosNet answers a shop that is set up wrongly (docs/banks.md B-14.4). */
export const signs: SignReader = {
  readAnswer(question, response: WireResponse) {
    const answer = readAnswer(parseAnswer(response));
    return answer === null ? null : readApi(question, answer);
  },
  /** The gate sends no browser back before its page, so such a form is not understood. */
  readRefusal: (fields) => unexplained(fieldReader(fields)("ReturnCode") || null, null),
};

/** The codes that name a cause whatever was asked. `0003` and `0148` do not say which of the three is wrong (B-4.1). */
const byCode: ReadonlyMap<string, Sign> = new Map([
  ["0003", "merchant_terminal_or_address"],
  ["0146", "merchant_terminal_or_address"],
  ["0147", "merchant_terminal_or_address"],
  ["0148", "merchant_terminal_or_address"],
  ["E170", "wrong_merchant_number"],
  ["E190", "currency_not_opened"],
  ["E216", "wrong_store_key"],
  ["0600", "wrong_store_key"],
]);

/** `0058`: not permitted to the terminal. */
const rights: Readonly<Record<ServerQuestion["kind"], Sign>> = {
  prepare: "three_d_right_closed",
  void: "void_right_missing",
  credit: "refund_right_missing",
  history: "history_right_missing",
  inquire: "history_right_missing",
};

/** The bank does not have the order, or the card is not one that an issuer has. */
const fineCodes: ReadonlySet<string> = new Set("0122 0123 0211 0220 0229 0014 0015 0054 0370 0053".split(" "));

/** Codes that refuse a number of installments; for a single payment they are about the card (B-7.3). */
const countCodes: ReadonlySet<string> = new Set(["0012", "0015", "0057"]);

function readApi(question: ServerQuestion, answer: Answer): AnswerSign {
  const { code, message: text } = answer;
  const facts = { code, text, sourceAddress: findAddress(text) };
  if (answer.approved === "1") return { sign: "fine", ...facts, isFound: true, ...readPrepared(answer) };
  const named = byCode.get(code ?? "");
  if (named !== undefined) return { sign: named, ...facts };
  if (code === "0150" && /\bMID\b/i.test(text ?? "")) return { sign: "merchant_terminal_or_address", ...facts };
  if (code === "0058") return { sign: rights[question.kind], ...facts };
  const isInstallment = question.kind === "prepare" && question.order.installment > 1;
  if (isInstallment && countCodes.has(code ?? "")) return { sign: "count_refused", ...facts };
  if (fineCodes.has(code ?? "")) return { sign: "fine", ...facts, isFound: false };
  return unexplained(code, text);
}

/** Returns the address at the end of `MID,TID,IP HATALI: 203.0.113.7`. */
const findAddress = (text: string | null): string | null =>
  /HATALI:\s*([0-9a-f.:]{3,45})\s*$/i.exec(text ?? "")?.[1] ?? null;

function readPrepared(answer: Answer): Pick<AnswerSign, "prepared"> {
  const part = answer.part("oosRequestDataResponse");
  const texts = part === null ? null : foldedTexts(part);
  const [data1, data2, sign] = ["DATA1", "DATA2", "SIGN"].map((name) => texts?.get(name));
  return data1 && data2 && sign ? { prepared: { data1, data2, sign } } : {};
}
