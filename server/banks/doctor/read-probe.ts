import type { BankAccount, WireResponse } from "@/server/banks/bank";
import type { Probe, Question } from "@/server/banks/banks";
import { readGatePage } from "./gate-page";
import type { AnswerSign, SignReader } from "./sign-reader";
import { isWebPage, toStatusCause } from "./transport";

/** The text of a bank's answer that a finding keeps, in characters. */
const textMax = 200;

/** Reads an answer to a question. Pure: the network is behind it. */
export function readProbe(
  reader: SignReader,
  question: Question,
  response: WireResponse,
  account: BankAccount,
): Omit<Probe, "bankTime"> {
  const address = question.kind === "gate" ? "gate" : "api";
  const byStatus = toStatusCause(address, response.status);
  const read =
    byStatus === null
      ? readSign(reader, question, response, account)
      : { sign: byStatus, code: `HTTP ${response.status}`, text: null };
  return {
    sign: read.sign,
    evidence: {
      address,
      code: read.code,
      text: read.text?.slice(0, textMax) ?? null,
      httpStatus: response.status,
      sourceAddress: read.sourceAddress ?? null,
    },
    prepared: read.prepared ?? null,
    isFound: read.isFound ?? null,
  };
}

function readSign(reader: SignReader, question: Question, response: WireResponse, account: BankAccount): AnswerSign {
  if (question.kind === "gate") {
    const page = readGatePage(response, question.order.callbackUrl);
    if (page.kind === "returned") return reader.readRefusal(page.fields, question.order, account);
    return page.kind === "accepted"
      ? { sign: "fine", code: null, text: null }
      : { sign: "gate_refused_shop", code: null, text: page.text };
  }
  const answer = reader.readAnswer(question, response, account);
  if (answer !== null) return answer;
  return { sign: isWebPage(response.body) ? "api_address_wrong" : "unknown", code: null, text: null };
}
