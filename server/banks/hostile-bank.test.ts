import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Secret } from "@/server/domain/secret";
import { answerWith, type Behaviour, openHostileBank } from "../testing/banks/hostile-bank";
import { type BankAccount, type BankOrder, declineReasons, type Operation, type Protocol } from "./bank";
import { placed } from "./conformance/conformance-subject";
import { createBanks } from "./registry";
import { maxMessageBytes } from "./wire";

// What a bank's host, or whoever stands in its place, may do to us: each is met by a real listener, by every protocol and in
// every operation. The answer is always `unknown`, never a throw, in bounded time and memory.

const timeouts = { connectMs: 400, moneyMs: 400, lookupMs: 400 };
const banks = createBanks({ timeouts });
const orderId = "ORDER000000000000001";

const bankOf = { nestpay: "isbank", garanti: "garanti", posnet: "yapikredi", payfor: "qnb" } as const;
const protocols = Object.keys(bankOf) as Protocol[];

const accountAt = (protocol: Protocol, address: string): BankAccount => ({
  bank: bankOf[protocol],
  merchantId: "6706598320",
  terminalNo: "67005551",
  user: "9644",
  password: new Secret("123qweASD/"),
  refundUser: { name: "PROVRFN", password: new Secret("123qweASD/") },
  storeKey: new Secret("10,10,10,10,10,10,10,10"),
  isTest: true,
  endpoints: { gate: address, api: address },
});

const order: BankOrder = {
  orderId,
  amountKurus: 1250n,
  installment: 3,
  language: "tr",
  nonce: "NONCE000000000000001",
  callbackUrl: "https://pay.test/3ds/callback/token",
  buyerIp: "192.0.2.1",
};
const card = {
  pan: new Secret("4506344103118942"),
  cv2: new Secret("000"),
  expireMonth: "12",
  expireYear: "30",
};

function operationsOf(protocol: Protocol): Operation[] {
  const proofs = { md: "m", xid: "x", eci: "05", cavv: "c", requestGuid: "1000000081265961" };
  const packets = { BankPacket: "AA", MerchantPacket: "BB", Sign: "CC" };
  const onRecord = placed(orderId);
  const first: Operation[] = [
    { kind: "prepare", order, card },
    { kind: "resolve", order, proofs: packets },
  ];
  return [
    ...(protocol === "posnet" ? first : []),
    { kind: "capture", order, proofs: { ...proofs, ...packets } },
    { kind: "void", ...onRecord, amountKurus: 1250n },
    { kind: "credit", ...onRecord, amountKurus: 1250n, refundKey: "REFUNDKEY00000000001" },
    { kind: "inquire", ...onRecord },
    { kind: "history", ...onRecord },
  ];
}

/** What each bank says of a void that it has done. */
const approvals: Readonly<Record<Protocol, string>> = {
  nestpay: `<CC5Response><OrderId>${orderId}</OrderId><Response>Approved</Response><AuthCode>P18552</AuthCode><HostRefNum>325300733333</HostRefNum><ProcReturnCode>00</ProcReturnCode><TransId>T1</TransId><ErrMsg></ErrMsg></CC5Response>`,
  garanti: `<GVPSResponse><Mode></Mode><Order><OrderID>${orderId}</OrderID><GroupID></GroupID></Order><Transaction><Response><Source>HOST</Source><Code>00</Code><ReasonCode>00</ReasonCode><Message>Approved</Message><ErrorMsg></ErrorMsg><SysErrMsg></SysErrMsg></Response><RetrefNum>407018061318</RetrefNum><AuthCode>304919</AuthCode></Transaction></GVPSResponse>`,
  posnet:
    "<posnetResponse><approved>1</approved><hostlogkey>019676067890000191</hostlogkey><authCode>901477</authCode></posnetResponse>",
  payfor: `<PayforResponse><AuthCode>S31432</AuthCode><HostRefNum>326011208369</HostRefNum><ProcReturnCode>00</ProcReturnCode><TransId>${orderId}</TransId><ErrMsg>Onaylandi</ErrMsg></PayforResponse>`,
};

const prolog = '<?xml version="1.0" encoding="UTF-8"?>';
const rootOf = (document: string): string => /^<(\w+)/.exec(document)?.[1] ?? "";
const inside = (document: string, what: string): string => document.replace(/<\/\w+>$/, `${what}$&`);
const bom = Buffer.from([0xef, 0xbb, 0xbf]);

let canary: Awaited<ReturnType<typeof openHostileBank>>;
beforeAll(async () => {
  canary = await openHostileBank(answerWith("leaked"));
});
afterAll(() => canary.close());

const drip =
  (start: string, piece: string): Behaviour =>
  async (socket) => {
    socket.write(start);
    while (!socket.destroyed) {
      socket.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
const head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n";

/** Each fault as it meets the approval of a void. */
const faults: Readonly<Record<string, (approval: string) => Behaviour>> = {
  silence: () => () => undefined,
  "half a head": () => (socket) => void socket.write("HTTP/1.1 200 O"),
  "half a body": (xml) => (socket) => void socket.write(`${head}Content-Length: 9999\r\n\r\n${xml}`),
  "hanging up at once": () => (socket) => void socket.destroy(),
  "a reset connection": () => (socket) => void socket.resetAndDestroy(),
  "what is no HTTP": () => (socket) => void socket.end("220 mail.bank.test ESMTP\r\n"),
  "an empty answer": () => answerWith(""),
  "white space": () => answerWith(" \n\t "),
  "204 without a body": () => (socket) =>
    void socket.end("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"),
  "a page with 200": () =>
    answerWith("<!doctype html><html><body>Bakım</body></html>", { "Content-Type": "text/html" }),
  "an XHTML page with 200": () =>
    answerWith("<html><head><title>Bakim</title></head><body>Onaylandi 00</body></html>"),
  "JSON with 200": () =>
    answerWith('{"approved":1,"ProcReturnCode":"00"}', { "Content-Type": "application/json" }),
  "a page with 500": () => answerWith("<html>Error</html>", { "Content-Type": "text/html" }, "500 Error"),
  "an approval with 500": (xml) => answerWith(xml, {}, "500 Error"),
  "an approval with 202": (xml) => answerWith(xml, {}, "202 Accepted"),
  "a redirect": (xml) => answerWith(xml, { Location: `http://${canary.origin}/` }, "302 Found"),
  "a redirect that keeps the body": (xml) =>
    answerWith(xml, { Location: `http://${canary.origin}/` }, "307 Moved"),
  "bytes of another charset": (xml) =>
    answerWith(Buffer.from(prolog + inside(xml, "<Sehir>\u00dd\u00fe</Sehir>"), "latin1")),
  "a charset that nobody knows": (xml) => answerWith(`<?xml version="1.0" encoding="X-BANK"?>${xml}`),
  "UTF-16 that says UTF-8": (xml) => answerWith(Buffer.from(prolog + xml, "utf16le")),
  "a truncated document": (xml) => answerWith(prolog + xml.slice(0, -3)),
  "a document cut in the middle": (xml) => answerWith(prolog + xml.slice(0, xml.length / 2)),
  "a length that promises more": (xml) => answerWith(xml, { "Content-Length": String(xml.length + 10) }),
  "a length that cuts the document": (xml) => answerWith(xml, { "Content-Length": String(xml.length - 10) }),
  "two lengths": (xml) => (socket) =>
    void socket.end(`${head}Content-Length: ${xml.length}\r\nContent-Length: 5\r\n\r\n${xml}`),
  "a chunk that is broken off": (xml) => (socket) =>
    void socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n${xml.length.toString(16)}\r\n${xml}\r\n`),
  "gzip that nobody asked for": (xml) => answerWith(gzipSync(xml), { "Content-Encoding": "gzip" }),
  "a bomb of gzip": () => answerWith(gzipSync(Buffer.alloc(50_000_000)), { "Content-Encoding": "gzip" }),
  "a billion laughs": (xml) => answerWith(laughs(xml)),
  "quadratic entities": (xml) =>
    answerWith(
      `<!DOCTYPE a [<!ENTITY a "${"a".repeat(50_000)}">]>${inside(xml, `<Extra>${"&a;".repeat(50_000)}</Extra>`)}`,
    ),
  "an external entity": (xml) =>
    answerWith(
      `<!DOCTYPE a [<!ENTITY a SYSTEM "http://${canary.origin}/">]>${inside(xml, "<Extra>&a;</Extra>")}`,
    ),
  "an external document type": (xml) =>
    answerWith(`<!DOCTYPE ${rootOf(xml)} SYSTEM "http://${canary.origin}/a.dtd">${xml}`),
  "a parameter entity": (xml) =>
    answerWith(`<!DOCTYPE a [<!ENTITY % p SYSTEM "file:///etc/passwd">%p;]>${xml}`),
  "an undeclared entity": (xml) => answerWith(inside(xml, "<Extra>&bank;</Extra>")),
  "deep nesting": (xml) => answerWith(inside(xml, "<a>".repeat(20_000) + "</a>".repeat(20_000))),
  "deep nesting without an end": () => answerWith("<a>".repeat(300_000)),
  "more than is read": (xml) => answerWith(inside(xml, `<Extra>${" ".repeat(maxMessageBytes)}</Extra>`)),
  "a body without an end": () => drip(`${head}\r\n`, " ".repeat(65_536)),
  "a slow drip of the body": (xml) => drip(`${head}\r\n${xml}`, " "),
  "a slow drip of headers": () => drip("HTTP/1.1 200 OK\r\n", "X-Wait: 1\r\n"),
  "NUL bytes": (xml) => answerWith(inside(xml, "<Extra>\u0000</Extra>")),
  "NUL bytes after the end": (xml) => answerWith(`${xml}\u0000\u0000`),
  "a reference to NUL": (xml) => answerWith(inside(xml, "<Extra>&#0;</Extra>")),
  "a byte order mark before a page": () => answerWith(Buffer.concat([bom, Buffer.from("<html></html>")])),
  "a byte order mark in the middle": (xml) => answerWith(`${prolog}${xml}\ufeff${xml}`),
  "two documents": (xml) => answerWith(xml + xml),
  "a document and a page": (xml) => answerWith(`${xml}<html></html>`),
  "text before the document": (xml) => answerWith(`OK ${xml}`),
  "text after the document": (xml) => answerWith(`${xml} OK`),
  "another root": (xml) => answerWith(xml.replaceAll(rootOf(xml), "Response")),
  "the document inside another": (xml) => answerWith(`<Envelope>${xml}</Envelope>`),
  "every element twice": (xml) => answerWith(inside(xml, xml.replace(/^<\w+>|<\/\w+>$/g, ""))),
  "an empty document": (xml) => answerWith(`<${rootOf(xml)}/>`),
};

function laughs(xml: string): string {
  const entities = Array.from({ length: 12 }, (_, n) =>
    n === 0 ? '<!ENTITY a0 "ha">' : `<!ENTITY a${n} "${`&a${n - 1};`.repeat(10)}">`,
  );
  return `<!DOCTYPE a [${entities.join("")}]>${inside(xml, "<Extra>&a11;</Extra>")}`;
}

let host: Awaited<ReturnType<typeof openHostileBank>> | null = null;
afterEach(async () => {
  await host?.close();
  host = null;
});

/** Every operation against one behaviour, each in its time; the outcomes by operation. */
async function askAll(protocol: Protocol, behaviour: Behaviour, scheme = "http") {
  host = await openHostileBank(behaviour);
  const account = accountAt(protocol, `${scheme}://${host.origin}/api`);
  return Promise.all(
    operationsOf(protocol).map(async (operation) => ({
      operation: operation.kind,
      outcome: await banks.call(protocol, operation, account),
    })),
  );
}

describe.each(protocols)("%s", (protocol) => {
  const xml = approvals[protocol];

  test("approved when nothing is wrong: each fault is a fault of this very answer", async () => {
    const answers = await askAll(protocol, answerWith(prolog + xml));
    expect(answers.find(({ operation }) => operation === "void")?.outcome.kind).toBe("approved");
  });

  test.each(Object.entries(faults))("unknown for %s, in every operation", async (_name, fault) => {
    const startedAt = performance.now();
    const before = process.memoryUsage();
    const answers = await askAll(protocol, fault(xml));
    for (const { operation, outcome } of answers) expect(outcome.kind, operation).toBe("unknown");
    expect(answers.length).toBeGreaterThanOrEqual(5);
    expect(performance.now() - startedAt, "time").toBeLessThan(10_000);
    const after = process.memoryUsage();
    expect(after.heapUsed + after.external - before.heapUsed - before.external, "memory").toBeLessThan(3e8);
    expect(canary.connections(), "nobody is asked but the bank").toBe(0);
  });

  test("unknown (connection) where TLS does not stand: no TLS, hanging up in the handshake", async () => {
    for (const behaviour of [answerWith(xml), () => undefined] as const) {
      for (const { outcome } of await askAll(protocol, behaviour, "https")) {
        expect(outcome).toEqual({ kind: "unknown", cause: "connection" });
      }
      await host?.close();
      host = null;
    }
  });
});

test("the reasons of a decline are none of what a broken answer becomes", () => {
  expect(declineReasons).not.toContain("unknown");
});
