import { randomUUID } from "node:crypto";

/** A request as bytes that two parsers could divide differently, with the order code of the payment in its body. */
export interface RawRequest {
  readonly name: string;
  readonly bytes: Buffer;
  readonly code: string;
}

type Frame = (body: string) => string;

const chunked: Frame = (body) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const plain: Frame = (body) => body;

/** The lines about the length of the body, in which LENGTH stands for its length, and the form of the body. */
const framings: readonly (readonly [name: string, lines: readonly string[], frame?: Frame])[] = [
  ["a length and chunks", ["Content-Length: LENGTH", "Transfer-Encoding: chunked"], chunked],
  ["chunks and a length", ["Transfer-Encoding: chunked", "Content-Length: LENGTH"], chunked],
  ["chunks and the length 0", ["Transfer-Encoding: chunked", "Content-Length: 0"], chunked],
  ["two equal lengths", ["Content-Length: LENGTH", "Content-Length: LENGTH"]],
  ["two lengths", ["Content-Length: LENGTH", "Content-Length: 0"]],
  ["two lengths, the first is 0", ["Content-Length: 0", "Content-Length: LENGTH"]],
  ["two lengths in one line", ["Content-Length: LENGTH, 0"]],
  ["two equal lengths in one line", ["Content-Length: LENGTH, LENGTH"]],
  ["a length with a plus", ["Content-Length: +LENGTH"]],
  ["a length with a minus", ["Content-Length: -LENGTH"]],
  ["a length in hexadecimal", ["Content-Length: 0xff"]],
  ["a length with a point", ["Content-Length: LENGTH.0"]],
  ["a length with an exponent", ["Content-Length: 1e2"]],
  ["a length with an underscore", ["Content-Length: 1_0"]],
  ["a length with letters", ["Content-Length: LENGTHx"]],
  ["a length with a space inside", ["Content-Length: 1 0"]],
  ["a length that overflows", ["Content-Length: 184467440737095516160"]],
  ["an unknown coding", ["Transfer-Encoding: xchunked"], chunked],
  ["a coding in a list before chunked", ["Transfer-Encoding: gzip, chunked"], chunked],
  ["identity", ["Transfer-Encoding: identity", "Content-Length: LENGTH"]],
  ["chunked that is not last", ["Transfer-Encoding: chunked, identity"], chunked],
  ["chunked twice", ["Transfer-Encoding: chunked, chunked"], chunked],
  ["chunked in two lines", ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], chunked],
  ["a coding with a vertical tab", ["Transfer-Encoding: \x0bchunked"], chunked],
  ["a coding with a form feed", ["Transfer-Encoding: chunked\x0c"], chunked],
  ["a quoted coding", ['Transfer-Encoding: "chunked"'], chunked],
  ["a coding with a parameter", ["Transfer-Encoding: chunked;q=1"], chunked],
  ["a space before the colon", ["Transfer-Encoding : chunked", "Content-Length: LENGTH"], chunked],
  ["a tab before the colon", ["Transfer-Encoding\t: chunked", "Content-Length: LENGTH"], chunked],
  ["a space before the name", ["X-A: b", " Transfer-Encoding: chunked", "Content-Length: LENGTH"], chunked],
  ["a folded line", ["X-Folded: a", " b", "Content-Length: LENGTH"]],
  ["a folded line with a tab", ["X-Folded: a", "\tb", "Content-Length: LENGTH"]],
  ["a bare carriage return", ["X-A: b\rTransfer-Encoding: chunked", "Content-Length: LENGTH"]],
  ["a bare line feed", ["X-A: b\nTransfer-Encoding: chunked", "Content-Length: LENGTH"], chunked],
  ["a NUL in a value", ["X-A: a\0b", "Content-Length: LENGTH"]],
  ["a NUL in a name", ["X-\0A: b", "Content-Length: LENGTH"]],
  ["a name with a parenthesis", ["X(A): b", "Content-Length: LENGTH"]],
  ["a line without a colon", ["X-A", "Content-Length: LENGTH"]],
  ["an empty name", [": b", "Content-Length: LENGTH"]],
  ["a chunk that is longer than it says", ["Transfer-Encoding: chunked"], (body) => `5\r\n${body}\r\n0\r\n\r\n`],
  ["a chunk without a length", ["Transfer-Encoding: chunked"], (body) => `zz\r\n${body}\r\n0\r\n\r\n`],
  ["a chunk with a negative length", ["Transfer-Encoding: chunked"], (body) => `-5\r\n${body}\r\n0\r\n\r\n`],
  ["a chunk whose length has a prefix", ["Transfer-Encoding: chunked"], (body) => `0x5\r\n${body}\r\n0\r\n\r\n`],
  [
    "a chunk that ends with a line feed",
    ["Transfer-Encoding: chunked"],
    (body) => `${body.length.toString(16)}\n${body}\n0\n\n`,
  ],
];

/** Lists the requests; each of them has a second request behind it, which must never be answered. */
export function rawRequests(
  host: string,
  key: string,
  toRequest: (changes: { partnerTxCode: string }) => Record<string, unknown>,
): readonly RawRequest[] {
  const authorization = `Authorization: Bearer ${key}`;
  const smuggled = `GET /v1/payments/smuggled HTTP/1.1\r\nHost: ${host}\r\n${authorization}\r\n\r\n`;
  return framings.map(([name, lines, frame = plain]) => {
    const code = `raw-${randomUUID()}`;
    const body = JSON.stringify(toRequest({ partnerTxCode: code }));
    const given = lines.map((line) => line.replaceAll("LENGTH", String(body.length)));
    const head = ["POST /v1/payments HTTP/1.1", `Host: ${host}`, authorization, ...given];
    return { name, code, bytes: Buffer.from(`${head.join("\r\n")}\r\n\r\n${frame(body)}${smuggled}`, "latin1") };
  });
}
