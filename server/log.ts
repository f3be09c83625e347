import pino from "pino";
import { Secret } from "@/server/domain/secret";
import { isCardNumber } from "./domain/card";

export type Log = pino.Logger;

/** Where lines go: a file that is appended to, standard error, or standard output when nothing is said. */
export type LogSettings = { file?: string | undefined; toStandardError?: boolean };

/**
 * One JSON line per entry. What must not be kept is replaced by its field's name or its look, at any depth
 * (S29, rule 10); control characters cannot break a line, because JSON escapes them.
 */
export const createLog = ({ file, toStandardError = false }: LogSettings = {}): Log =>
  pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redactEntry },
      serializers: { err: (described) => described },
      hooks: {
        logMethod(args, method) {
          method.apply(this, withoutCards(args) as typeof args);
        },
      },
    },
    // Written at once: nothing is lost when the process is killed, and a line costs microseconds.
    pino.destination({
      sync: true,
      ...(file === undefined ? { dest: toStandardError ? 2 : 1 } : { dest: file, mkdir: true }),
    }),
  );

/** Also gives an entry that is only an error its message, which the logger would otherwise take as it is. */
const withoutCards = ([first, ...rest]: unknown[]): unknown[] => {
  const alone = rest.length === 0 && typeof first === "object" && first !== null && "err" in first;
  const message = alone && first.err instanceof Error ? [first.err.message] : rest;
  return [first, ...message].map((part) => (typeof part === "string" ? maskCards(part) : part));
};

const redactEntry = (entry: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(entry).map(([name, value]) => redactField(name, value, 0)));

const redactField = (name: string, value: unknown, depth: number): [string, unknown] => [
  name,
  secretNames.has(name.toLowerCase()) ? "[redacted]" : withoutSecrets(value, depth),
];

const secretNames = new Set(
  [
    "authorization cookie set-cookie apiKey secret password token paymentRef attemptToken callbackToken",
    "pan cardNumber cv2 cvv cvc cvv2 cvc2 expireMonth expireYear md cavv xid eci",
    "storeKey encryptionKeys authSecret sandboxKey webhookSecret databaseUrl signingKey eventKey",
  ]
    .join(" ")
    .toLowerCase()
    .split(" "),
);

/** A copy of a log entry with secrets replaced. Errors keep their message and stack, without the fields around them. */
export const withoutSecrets = (value: unknown, depth = 0): unknown => {
  if (typeof value === "string") return maskCards(value);
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Secret) return "[redacted]";
  if (value instanceof Date) return value.toISOString();
  if (depth > 8) return "[too deep]";
  if (value instanceof Error) return describeError(value, depth);
  if (value instanceof Uint8Array) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => redactField(name, item, depth + 1)));
};

const describeError = (error: Error, depth: number) => ({
  type: error.name,
  message: maskCards(error.message),
  stack: maskCards(error.stack ?? ""),
  ...("code" in error && { code: String(error.code) }),
  ...(error.cause !== undefined && { cause: withoutSecrets(error.cause, depth + 1) }),
});

const cardLike = /(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g;

/** Digits that look like a card number and pass its check digit; the last net, nothing should fall into it. */
const maskCards = (text: string): string =>
  text.replace(cardLike, (digits) => (isCardNumber(digits.replace(/\D/g, "")) ? "[card]" : digits));
