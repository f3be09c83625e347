import type { BankTrace } from "@/server/usecases/banks/trace-bank-messages";

type Message = BankTrace["messages"][number];

/** A trace as lines to print: a head for each message, what was sent and what came back indented under it. */
export function traceLines({ messages, bank, isSourceIpListed }: BankTrace): string[] {
  if (messages.length === 0) return ["No message of the last 7 days."];
  const lines = messages.flatMap((message) => [
    headOf(message),
    ...indented(isCarried(message) ? "carried by the browser" : "request", message.request),
    ...(message.response === null ? [] : indented("response", message.response)),
    "",
  ]);
  return isSourceIpListed && isTurnedAway(messages)
    ? [
        ...lines,
        `${visible(bank)} answers only to source addresses that it was told of: see that this product's is one.`,
      ]
    : lines.slice(0, -1);
}

function headOf(message: Message): string {
  const { at, operation, orderId, httpStatus, outcome, cause, durationMs } = message;
  const became = cause === null ? outcome : `${outcome} (${cause})`;
  const facts = [timesOf(at), operation, `order ${orderId}`, became];
  const ofCall = [httpStatus === null ? "no whole answer" : `HTTP ${httpStatus}`, `${durationMs} ms`];
  return visible([...facts, ...(isCarried(message) ? [] : ofCall)].join("  "));
}

/** What the browser carries is no call: it has no answer and takes no time. */
const isCarried = ({ operation }: Message): boolean => operation === "form" || operation === "return";

/** Istanbul's time, as banks write it, and UTC. */
const timesOf = (at: Date): string => {
  const utc = at.toISOString();
  return `${inIstanbul.format(at)} Istanbul (${utc.slice(11, 19)} UTC)`;
};

const inIstanbul = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Istanbul",
  dateStyle: "short",
  timeStyle: "medium",
});

const indented = (title: string, text: string): string[] =>
  text === ""
    ? [`  ${title}: empty`]
    : [`  ${title}:`, ...text.split("\n").map((line) => `    ${visible(line)}`.trimEnd())];

/** A bank's text must not steer the terminal that shows it. */
const visible = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, "\ufffd");

/** Whether the last calls came to nothing as they do where the bank does not know the source address. */
function isTurnedAway(messages: readonly Message[]): boolean {
  const calls = messages.filter((message) => !isCarried(message)).slice(-callsLookedAt);
  return calls.length > 0 && calls.every(({ outcome }) => outcome === "unknown");
}

const callsLookedAt = 3;
