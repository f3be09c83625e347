import { z } from "zod";
import {
  AppError,
  apiErrorCodes,
  type ErrorCode,
  errorBody,
  toHttpStatus,
  toPublicMessage,
} from "@/server/domain/errors";
import { type Json, reference, toJsonSchema } from "./json-schema";
import { headersFor } from "./openapi-headers";

const exampleTraceId = "4bf92f3577b34da6a3ce929d0e0e4736";

/** Creates the schema of the envelope (§2.6) with these codes. */
const envelopeWith = (codes: readonly ErrorCode[], codeDescription: string) =>
  z
    .object({
      error: z.object({
        code: z.enum(codes).meta({ description: codeDescription }),
        message: z.string().meta({
          description: "For people. Of a validation error: the first five fields and what is wrong with them.",
        }),
        traceId: z.string().meta({ description: "Names this request to support." }),
      }),
    })
    .meta({ description: "The body of every error." });

const codeLines = apiErrorCodes.map((code) => `- \`${code}\` (${toHttpStatus(code)}): ${toPublicMessage(code)}`);

/** The envelope with every code of the catalogue. */
export const anyError = envelopeWith(apiErrorCodes, ["Stable, for machines.", "", ...codeLines].join("\n"));

/** The meanings of codes in one operation, where they differ from their messages. */
export type ErrorWords = Readonly<Partial<Record<ErrorCode, string>>>;

/** Creates one response per status, with each code of that status as an example. */
export function errorResponses(codes: readonly ErrorCode[], words: ErrorWords): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(toHttpStatus(code), [...(byStatus.get(toHttpStatus(code)) ?? []), code]);
  return {
    ...Object.fromEntries([...byStatus].map(([status, its]) => [String(status), toResponseObject(status, its, words)])),
    default: {
      description: "Every other error has the same envelope.",
      content: { "application/json": { schema: reference("Error") } },
    },
  };
}

const toResponseObject = (status: number, codes: readonly ErrorCode[], words: ErrorWords): Json => ({
  description: codes.map((code) => `\`${code}\`: ${words[code] ?? toPublicMessage(code)}`).join("\n\n"),
  headers: headersFor(status),
  content: {
    "application/json": {
      schema: toJsonSchema(envelopeWith(codes, "Stable, for machines."), "output"),
      examples: Object.fromEntries(
        codes.map((code) => [code, { value: errorBody(new AppError(code), exampleTraceId) }]),
      ),
    },
  },
});
