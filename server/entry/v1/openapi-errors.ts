import { z } from "zod";
import {
  AppError,
  apiErrorCodes,
  type ErrorCode,
  errorBody,
  statusOf,
  wordsOf,
} from "@/server/domain/errors";
import { type Json, jsonSchemaOf, reference } from "./json-schema";
import { headersOf } from "./openapi-headers";

const exampleTraceId = "4bf92f3577b34da6a3ce929d0e0e4736";

/** The envelope (§2.6) with the codes that it can hold. */
const envelopeWith = (codes: readonly ErrorCode[], codeDescription: string) =>
  z
    .object({
      error: z.object({
        code: z.enum(codes).meta({ description: codeDescription }),
        message: z.string().meta({
          description:
            "For people. Of a validation error: the first five fields and what is wrong with them.",
        }),
        traceId: z.string().meta({ description: "Names this request to support." }),
      }),
    })
    .meta({ description: "The body of every error." });

const codeLines = apiErrorCodes.map((code) => `- \`${code}\` (${statusOf(code)}): ${wordsOf(code)}`);

/** The envelope with every code of the catalogue. */
export const anyError = envelopeWith(apiErrorCodes, ["Stable, for machines.", "", ...codeLines].join("\n"));

/** What codes mean in one operation, where that is not what their messages say. */
export type ErrorWords = Readonly<Partial<Record<ErrorCode, string>>>;

/** One response for every status, with each code that can come with it as an example. */
export function errorResponses(codes: readonly ErrorCode[], words: ErrorWords): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code]);
  return {
    ...Object.fromEntries(
      [...byStatus].map(([status, its]) => [String(status), responseOf(status, its, words)]),
    ),
    default: {
      description: "Every other error has the same envelope.",
      content: { "application/json": { schema: reference("Error") } },
    },
  };
}

const responseOf = (status: number, codes: readonly ErrorCode[], words: ErrorWords): Json => ({
  description: codes.map((code) => `\`${code}\`: ${words[code] ?? wordsOf(code)}`).join("\n\n"),
  headers: headersOf(status),
  content: {
    "application/json": {
      schema: jsonSchemaOf(envelopeWith(codes, "Stable, for machines."), "output"),
      examples: Object.fromEntries(
        codes.map((code) => [code, { value: errorBody(new AppError(code), exampleTraceId) }]),
      ),
    },
  },
});
