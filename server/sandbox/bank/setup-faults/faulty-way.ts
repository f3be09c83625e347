import { plusMs } from "@/server/domain/clock";
import { type Answer, answerText, broken, delay } from "../answer";
import { isSetupFault, type SetupFault } from "./setup-faults";

/** The prefix of the addresses of a terminal whose set-up has a fault: `/setup/<fault>` and the path of the bank. */
const prefix = /^\/setup\/([a-z_]+)(\/.*)$/;

/** Splits a path into the fault of the set-up and the path of the bank; the fault is null for a healthy one. */
export function splitSetupPath(path: string): { readonly fault: SetupFault | null; readonly path: string } {
  const [, name = "", rest = ""] = prefix.exec(path) ?? [];
  return isSetupFault(name) ? { fault: name, path: rest } : { fault: null, path };
}

export const toSetupPath = (fault: SetupFault, path: string): string => `/setup/${fault}${path}`;

/** The time in ms that a silent bank keeps a request, longer than any caller waits. */
const silenceMs = 120_000;

/** Answers in place of the bank when the fault is on the way to it; null when the bank itself answers. */
export function answerOnTheWay(fault: SetupFault | null, target: "gate" | "api"): Answer | null {
  if (fault === "bank_unavailable") return page(503, "Service Unavailable");
  if (fault === "gate_address_wrong" && target === "gate") return page(404, "Not Found");
  // A bank's website answers unknown addresses with its own page, often with the status of a success.
  if (fault === "api_address_wrong" && target === "api") return page(200, "Bankacılık");
  return fault === "no_answer" ? delay(broken, silenceMs) : null;
}

const page = (status: number, title: string): Answer =>
  answerText(status, "text/html", `<!doctype html>\n<html><title>${title}</title><h1>${title}</h1></html>\n`);

/** How far the clock of a bank with that fault is ahead, in ms. */
const clockAheadMs = 17 * 60_000;

/** Adds the header by which a bank tells the time at which its answer leaves. @param now the time of the machine */
export function tellTime(fault: SetupFault | null, answer: Answer, now: Date): Answer {
  if (answer.kind === "broken") return answer;
  const aheadMs = fault === "clock_off" ? clockAheadMs : 0;
  const date = plusMs(now, (answer.delayMs ?? 0) + aheadMs).toUTCString();
  return { ...answer, headers: { ...answer.headers, date } };
}
