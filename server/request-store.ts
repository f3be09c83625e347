import { AsyncLocalStorage } from "node:async_hooks";
import { processGlobal } from "@/server/process-global";

/** The facts about a request that the product's server determines itself; a client cannot set them by headers. */
export interface RequestFacts {
  /** The client's address: the socket's, or the one that trusted proxies report (D-8). */
  readonly sourceIp: string;
  /** The id of the request: 32 hexadecimal characters, also sent as `X-Request-Id` (D-4). */
  readonly traceId: string;
  /** The nonce that allows the scripts and styles of this one response (D-22). */
  readonly nonce: string;
  readonly origin: "api" | "pay";
  readonly method: string;
  /** The request target as it was sent. It may contain a secret, so it must not be logged. */
  readonly target: string;
  /** The status that a page of the framework has set; null when it has set none. */
  pageStatus: number | null;
  /** The language of a page of the framework; undefined until the page has set it. */
  pageLanguage?: string;
  /** The account and the payment of the request, for its line in the log; undefined until a door has found them. */
  partnerId?: string;
  paymentCode?: string;
  /** The template of the address, for metrics and traces; undefined until the merchant API has found the operation. */
  route?: string;
}

/**
 * The part of a standard Request that handlers read. Every Request satisfies it; the product's own server creates this
 * part only, because a whole Request costs more time.
 */
export type WebRequest = Pick<Request, "method" | "url" | "body" | "arrayBuffer"> & {
  /** `get` is called with names in lower case. */
  readonly headers: Pick<Headers, "get">;
};

/**
 * An answer before it is written. It is no standard Response: creating one and reading it again would take a tenth of
 * the time of an installment look-up (D-106).
 */
export interface WebAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body; null when the answer has none. */
  readonly text: string | null;
}

/** Returns the facts of the request that is being answered; undefined where the product runs without its own server. */
export const requestStore = (): RequestFacts | undefined => storage.getStore();

/**
 * Sets the status of the page that is being rendered. The framework sends complete pages with 200 only: its `notFound`
 * and its error pages are empty documents that a script fills, and buyers' pages run none of its scripts (D-55).
 */
export function answerWithStatus(status: number): void {
  const facts = requestStore();
  if (facts) facts.pageStatus = status;
}

/** Sets the language of the page that is being rendered (`Content-Language`). */
export function answerInLanguage(language: string): void {
  const facts = requestStore();
  if (facts) facts.pageLanguage = language;
}

/** Names the account and the payment of the current request, for its line in the log. */
export function nameInLog(found: {
  readonly partnerId?: string | undefined;
  readonly paymentCode?: string | undefined;
}): void {
  const facts = requestStore();
  if (!facts) return;
  if (found.partnerId !== undefined) facts.partnerId = found.partnerId;
  if (found.paymentCode !== undefined) facts.paymentCode = found.paymentCode;
}

/** Names the template of the current request's address, such as `/v1/payments/{paymentCode}`. */
export function nameRoute(route: string): void {
  const facts = requestStore();
  if (facts) facts.route = route;
}

/** Runs work with these facts as those of the current request. */
export const withRequest = <T>(facts: RequestFacts, work: () => T): T => storage.run(facts, work);

const shared = processGlobal<AsyncLocalStorage<RequestFacts>>("request");
shared.value ??= new AsyncLocalStorage();
const storage = shared.value;
