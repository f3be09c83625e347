import type { Json } from "./json-schema";

const header = (description: string, type: "string" | "integer", example: string | number): Json => ({
  description,
  schema: { type, examples: [example] },
});

export const headerComponents = {
  "X-Request-Id": header(
    "Names this request to support; 32 hexadecimal digits.",
    "string",
    "4bf92f3577b34da6a3ce929d0e0e4736",
  ),
  "RateLimit-Policy": header(
    "The tightest budget that applies: its name, its requests and its window in seconds.",
    "string",
    '"payments-key";q=60;w=60',
  ),
  RateLimit: header(
    "What is left of that budget, and the seconds until its window ends.",
    "string",
    '"payments-key";r=59;t=60',
  ),
  "Retry-After": header("Seconds to wait.", "integer", 60),
  "WWW-Authenticate": header("How to authenticate.", "string", 'Bearer realm="api"'),
  "Vezne-Notice": {
    ...header(
      [
        "What the caller should know although the request succeeded: tokens separated by commas, in this order.",
        "More tokens may be added; the header is absent without any.",
        "`amount_outside_account_limits`: the account accepts no payment of this amount, so buyers cannot pay it.",
        "`terminal_cannot_charge`: the terminal, its virtual POS or its provider is inactive, or the amount is over the",
        "bank connection's limit for one payment. `span_open`: movements of the span may still be booked.",
      ].join(" "),
      "string",
      "amount_outside_account_limits, terminal_cannot_charge",
    ),
    required: false,
  },
};

type HeaderName = keyof typeof headerComponents;

/** The headers that an operation itself adds to a successful answer; it declares them in `answerHeaders`. */
export type AnswerHeader = Extract<HeaderName, "Vezne-Notice">;

const always: readonly HeaderName[] = ["X-Request-Id", "RateLimit-Policy", "RateLimit"];
const besides: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

/**
 * Returns the headers of an answer with this status.
 * @param own the headers that the operation itself may add
 */
export const headersFor = (status: number, own: readonly AnswerHeader[] = []): Json =>
  Object.fromEntries(
    [...always, ...(besides[status] ?? []), ...own].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
