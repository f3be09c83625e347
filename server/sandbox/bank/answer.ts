/** A bank's answer to a request: a message, or a broken connection without one. */
export type Answer = Message | { readonly kind: "broken" };

export interface Message {
  readonly kind: "message";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export const broken: Answer = { kind: "broken" };

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

export const answerJson = (status: number, value: unknown, headers?: Readonly<Record<string, string>>) =>
  answerText(status, "application/json", JSON.stringify(value), headers);

/** Builds a redirect (303) that makes the browser request another page of the bank with GET. */
export const seeOther = (location: string): Message => ({
  kind: "message",
  status: 303,
  headers: { location },
  body: new Uint8Array(),
});
