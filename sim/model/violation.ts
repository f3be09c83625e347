import type { Call } from "./history";

/** An answer, or several together, that the contract does not allow. */
export interface Violation {
  /** The order, payment, refund or link that it is about. */
  readonly subject: string;
  readonly reason: string;
  /** The calls that cannot be explained together, in the order of their invocation. */
  readonly calls: readonly Call[];
  /** What the model would have allowed as the last answer; empty where the answer is wrong in itself. */
  readonly allowed: readonly string[];
  /** All of it as a text for people. */
  readonly text: string;
}

export function explain(
  subject: string,
  reason: string,
  involved: readonly Call[],
  allowed: readonly string[],
): Violation {
  const calls = [...involved].sort((a, b) => a.number - b.number);
  const words = allowed.length === 0 ? [] : ["The model would have allowed:", ...allowed.map((each) => `  ${each}`)];
  // Where there are many answers, only what the search compares is shown.
  const lines = calls.map((call) => writeCall(call, calls.length > 2));
  return { subject, reason, calls, allowed, text: [`${subject}: ${reason}`, ...lines, ...words].join("\n") };
}

/** Writes a call as one line: its number, its steps, its actor, the request and the answer. */
function writeCall({ number, client, startedAt, endedAt, request, answer }: Call, isShort: boolean): string {
  const { operation, params, query, body } = request;
  const sent = [params, query, body ?? {}].filter((part) => Object.keys(part).length > 0).map(writeJson);
  const shown = isShort ? shorten(answer?.body) : answer?.body;
  const came = answer === null ? "no answer" : `${answer.status} ${writeJson(shown)}`;
  return `  #${number} [${startedAt}..${endedAt ?? ""}] ${client} ${[operation, ...sent].join(" ")} → ${came}`;
}

const telling = ["paymentCode", "refundId", "id", "code", "status", "method", "amount", "error", "refund", "items"];

/** Returns the part of an answer that tells states apart: names, statuses, amounts and codes. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shorten);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([name]) => telling.includes(name));
  return Object.fromEntries(members.map(([name, each]) => [name, shorten(each)]));
}

const writeJson = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === "bigint" ? Number(each) : each)) ?? "";
