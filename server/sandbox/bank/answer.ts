/** What a bank answers a request with: a message, or a connection that breaks without one. */
export type Answer = Message | { readonly kind: "broken" };

export interface Message {
  readonly kind: "message";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export const broken: Answer = { kind: "broken" };

/** A bank's answer to a merchant's server: the status is never the news. */
export const answerBytes = (contentType: string, body: Uint8Array): Message => ({
  kind: "message",
  status: 200,
  headers: { "content-type": contentType },
  body,
});

/** Text in UTF-8, which the content type then says. */
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

/** Sends the browser to another page of the bank with GET. */
export const seeOther = (location: string): Message => ({
  kind: "message",
  status: 303,
  headers: { location },
  body: new Uint8Array(),
});
