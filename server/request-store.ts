import { AsyncLocalStorage } from "node:async_hooks";

/** What the server knows about a request from the connection itself, never from its headers. */
export interface RequestFacts {
  /** The client's address: of the socket, or as trusted proxies report it (D-8). */
  readonly sourceIp: string;
  /** 32 hex characters, also in `X-Request-Id` (D-4). */
  readonly traceId: string;
  /** Allows scripts and styles of this one response (D-22). */
  readonly nonce: string;
  readonly origin: "api" | "pay";
  readonly method: string;
  /** The request target as it was sent. It may hold a secret: not for the log. */
  readonly target: string;
  /** The status that a page of the framework's has asked for; null: its own. */
  pageStatus: number | null;
  /** The language that a page of the framework's is written in; none: it has not said. */
  pageLanguage?: string;
}

/** The part of a standard Request that handlers read: any Request is one, and our own server makes no more of it. */
export type WebRequest = Pick<Request, "method" | "url" | "body" | "arrayBuffer"> & {
  /** Names are asked for in lower case. */
  readonly headers: Pick<Headers, "get">;
};

/** An answer before it is written. Making a standard Response of it, to read it again, would take a tenth of a look-up. */
export interface WebAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null: the answer has no body. */
  readonly text: string | null;
}

/** The facts of the request that is being answered; none where the product runs without its own server. */
export const requestStore = (): RequestFacts | undefined => storage.getStore();

/**
 * Gives the page that is being rendered a status. The framework itself knows 200 only: its `notFound` sends an empty
 * document that a script is to fill, and its errors another, while buyers' pages run none of its scripts (D-55).
 */
export function answerWithStatus(status: number): void {
  const facts = requestStore();
  if (facts) facts.pageStatus = status;
}

/** Says which language the page that is being rendered is written in (`Content-Language`). */
export function answerInLanguage(language: string): void {
  const facts = requestStore();
  if (facts) facts.pageLanguage = language;
}

export const withRequest = <T>(facts: RequestFacts, work: () => T): T => storage.run(facts, work);

/** The framework bundles this module a second time; both copies find the same storage here. */
const shared = globalThis as { [key: symbol]: unknown };
const key = Symbol.for("vezne.request");
shared[key] ??= new AsyncLocalStorage<RequestFacts>();
const storage = shared[key] as AsyncLocalStorage<RequestFacts>;
