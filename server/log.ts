import pino from "pino";
import { Secret } from "@/server/domain/secret";
import { isCardNumber } from "./domain/card";
import { openLogDestination } from "./log-destination";
import { requestStore } from "./request-store";
import { telemetry } from "./telemetry/telemetry";

export type Log = pino.Logger;

export type LogSettings = {
  /** The file that is appended to; standard output where there is none. */
  file?: string | undefined;
  toStandardError?: boolean;
  /** The least level that is written. */
  level?: "debug" | "info" | "warn" | "error";
};

/**
 * Creates a log that writes one JSON line per entry. Secrets and card numbers are redacted at any depth, by the name of
 * their field or by their form (S29, R10). Control characters cannot break a line, because JSON escapes them.
 */
export const createLog = ({ file, toStandardError = false, level = "info" }: LogSettings = {}): Log => {
  const log: Log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // Every line of a request names it, so that the lines of one request can be found.
      mixin: (entry) => ({
        ...("traceId" in entry ? {} : toTrace(requestStore()?.traceId)),
        ...("otelTraceId" in entry ? {} : toOtelTrace(telemetry().traceId())),
      }),
      formatters: { level: (label) => ({ level: label }), log: redactEntry },
      serializers: { err: (described) => described },
      hooks: {
        logMethod(args, method) {
          method.apply(this, withoutCards(args) as typeof args);
        },
      },
    },
    openLogDestination(file ?? (toStandardError ? 2 : 1), (lines) =>
      log.error({ lines }, "Lines of the log were lost, because they could not be written"),
    ),
  );
  return log;
};

const toTrace = (traceId: string | undefined) => (traceId === undefined ? {} : { traceId });

/** The id of the recorded trace, by which the collector finds it (D-353). */
const toOtelTrace = (otelTraceId: string | undefined) => (otelTraceId === undefined ? {} : { otelTraceId });

/**
 * Masks card numbers in the texts of a log call. An entry that is only an error gets the error's message as its text,
 * because pino would otherwise use that message without masking it.
 */
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
    "storeKey encryptionKeys auditKeys authSecret sandboxKey webhookSecret databaseUrl signingKey eventKey",
  ]
    .join(" ")
    .toLowerCase()
    .split(" "),
);

/**
 * Returns a copy of a log entry with its secrets redacted. An error keeps its type, message, stack, code and cause
 * only.
 */
const withoutSecrets = (value: unknown, depth = 0): unknown => {
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

/**
 * Masks digits with the length of a card number and a right check digit. This is a last safety net: no caller logs a
 * card.
 */
const maskCards = (text: string): string =>
  text.replace(cardLike, (digits) => (isCardNumber(digits.replace(/\D/g, "")) ? "[card]" : digits));
