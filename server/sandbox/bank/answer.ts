import type { BrowserForm } from "./records/authentications";

/** A bank's answer to a request: a message, or a broken connection without one. */
export type Answer = Message | BrokenConnection;

export interface Message extends Preliminaries {
  readonly kind: "message";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

interface BrokenConnection extends Preliminaries {
  readonly kind: "broken";
}

/**
 * What precedes an answer although the bank's work is done. It is a part of the answer, so that the work itself takes
 * no time and needs no network; the caller of the bank carries it out.
 */
interface Preliminaries {
  /** A form that the bank posts to the merchant, as the browser would, before the browser gets the answer. */
  readonly postsFirst?: BrowserForm;
  /** How long the bank keeps the answer back, in ms; without it not at all. */
  readonly delayMs?: number;
}

export const broken: Answer = { kind: "broken" };

/** Keeps an answer back for so many ms. */
export const delay = (answer: Answer, ms: number): Answer => (ms > 0 ? { ...answer, delayMs: ms } : answer);

/** Builds a bank's answer to a merchant's server. The status is always 200; the body contains the result. */
export const answerBytes = (contentType: string, body: Uint8Array): Message => ({
  kind: "message",
  status: 200,
  headers: { "content-type": contentType },
  body,
});

/** Builds an answer of UTF-8 text, with that charset in the content type. */
export const answerText = (
  status: number,
  contentType: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Message => ({
  kind: "message",
  status,
  headers: { "content-type": `${contentType}; charset=utf-8`, ...headers },
  body: Buffer.from(text, "utf8"),
});

/** Builds an answer whose text is its status. */
export const answerStatusOnly = (status: number, headers?: Readonly<Record<string, string>>): Message =>
  answerText(status, "text/plain", `${status}\n`, headers);

export const answerJson = (status: number, value: unknown, headers?: Readonly<Record<string, string>>) =>
  answerText(status, "application/json", JSON.stringify(value), headers);

/** Builds a redirect (303) that makes the browser request another page of the bank with GET. */
export const seeOther = (location: string): Message => ({
  kind: "message",
  status: 303,
  headers: { location },
  body: new Uint8Array(),
});
