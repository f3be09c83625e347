import { type BankTrace, getBankTrace } from "@/server/usecases/banks/queries";
import type { AdminCommand } from "./command";

/** The commands that show the messages to and from a bank, for the set-up of a terminal. */
export const bankCommands: readonly AdminCommand[] = [
  {
    name: "bank trace",
    parameters: ["TERMINAL"],
    help: "shows the latest 100 messages to and from a terminal's bank, of 7 days",
    run: async (ctx, [terminalId = ""]) => formatTrace(await getBankTrace(ctx, { terminalId, orderId: null })),
  },
  {
    name: "bank trace",
    parameters: ["TERMINAL", "ORDER"],
    help: "shows the latest 100 messages about one order of the bank",
    run: async (ctx, [terminalId = "", orderId = ""]) => formatTrace(await getBankTrace(ctx, { terminalId, orderId })),
  },
];

type Message = BankTrace["messages"][number];

/** Formats a trace as lines: a head for each message, and its request and response indented below. */
function formatTrace({ messages, bank, isSourceIpListed }: BankTrace): string[] {
  if (messages.length === 0) return ["There are no messages of the last 7 days."];
  const lines = messages.flatMap((message) => [
    formatHead(message),
    ...formatIndented(isSentByBrowser(message) ? "sent through the browser" : "request", message.request),
    ...(message.response === null ? [] : formatIndented("response", message.response)),
    "",
  ]);
  return isSourceIpListed && isAddressRefused(messages)
    ? [
        ...lines,
        `${replaceControlCharacters(bank)} answers only to listed source addresses. Check that its list contains the address of this product.`,
      ]
    : lines.slice(0, -1);
}

function formatHead(message: Message): string {
  const { at, operation, orderId, httpStatus, outcome, cause, durationMs } = message;
  const result = cause === null ? outcome : `${outcome} (${cause})`;
  const facts = [formatTimes(at), operation, `order ${orderId}`, result];
  const callFacts = [httpStatus === null ? "no complete answer" : `HTTP ${httpStatus}`, `${durationMs} ms`];
  return replaceControlCharacters([...facts, ...(isSentByBrowser(message) ? [] : callFacts)].join("  "));
}

/** Returns whether the browser transports the message; such a message has no answer and no duration. */
const isSentByBrowser = ({ operation }: Message): boolean => operation === "form" || operation === "return";

/** Formats a time in Istanbul, which banks use, and in UTC. */
const formatTimes = (at: Date): string => {
  const utc = at.toISOString();
  return `${inIstanbul.format(at)} Istanbul (${utc.slice(11, 19)} UTC)`;
};

const inIstanbul = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Istanbul",
  dateStyle: "short",
  timeStyle: "medium",
});

const formatIndented = (title: string, text: string): string[] =>
  text === ""
    ? [`  ${title}: empty`]
    : [`  ${title}:`, ...text.split("\n").map((line) => `    ${replaceControlCharacters(line)}`.trimEnd())];

/** Replaces control characters, because a bank's text must not control the terminal. */
const replaceControlCharacters = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, "\ufffd");

/**
 * Returns whether the last calls all ended as unknown, which is typical for a source address that the bank has not
 * listed.
 */
function isAddressRefused(messages: readonly Message[]): boolean {
  const calls = messages.filter((message) => !isSentByBrowser(message)).slice(-checkedCalls);
  return calls.length > 0 && calls.every(({ outcome }) => outcome === "unknown");
}

const checkedCalls = 3;
