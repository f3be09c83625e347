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
};

type HeaderName = keyof typeof headerComponents;

const always: readonly HeaderName[] = ["X-Request-Id", "RateLimit-Policy", "RateLimit"];
const besides: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

/** Returns the headers of an answer with this status. */
export const headersFor = (status: number): Json =>
  Object.fromEntries(
    [...always, ...(besides[status] ?? [])].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
