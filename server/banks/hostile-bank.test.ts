import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { trustCard } from "@/server/domain/payments/card-form";
import { Secret } from "@/server/domain/secret";
import { answerWith, type Behaviour, openHostileBank } from "../testing/banks/hostile-bank";
import type { BankAccount, BankOrder, Operation, Protocol } from "./bank";
import { buildPlacedOrder } from "./conformance/conformance-subject";
import { createBanks } from "./registry";
import { maxMessageBytes } from "./wire";

// Faults that a bank's host, or an attacker in its place, can send. A real listener sends each of them to every
// protocol in every operation. The outcome is always `unknown`, without an exception and in bounded time and memory.

/** Calls for answers that come: their time is not used up, however busy the machine is. */
const patient = createBanks({ timeouts: { connectMs: 20_000, moneyMs: 20_000, lookupMs: 20_000 } });
/** Calls for answers that do not come, or do not end. */
const hasty = createBanks({ timeouts: { connectMs: 400, moneyMs: 400, lookupMs: 400 } });
const orderId = "ORDER000000000000001";

const bankByProtocol = { nestpay: "isbank", garanti: "garanti", posnet: "yapikredi", payfor: "qnb" } as const;
const protocols = Object.keys(bankByProtocol) as Protocol[];

const accountAt = (protocol: Protocol, address: string): BankAccount => ({
  bank: bankByProtocol[protocol],
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
const card = trustCard({
  pan: new Secret("4506344103118942"),
  cv2: new Secret("000"),
  expireMonth: "12",
  expireYear: "30",
});

function operationsFor(protocol: Protocol): Operation[] {
  const proofs = { md: "m", xid: "x", eci: "05", cavv: "c", requestGuid: "1000000081265961" };
  const packets = { BankPacket: "AA", MerchantPacket: "BB", Sign: "CC" };
  const onRecord = buildPlacedOrder(orderId);
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

/** Each bank's approval of a void. */
const approvals: Readonly<Record<Protocol, string>> = {
  nestpay: `<CC5Response><OrderId>${orderId}</OrderId><Response>Approved</Response><AuthCode>P18552</AuthCode><HostRefNum>325300733333</HostRefNum><ProcReturnCode>00</ProcReturnCode><TransId>T1</TransId><ErrMsg></ErrMsg></CC5Response>`,
  garanti: `<GVPSResponse><Mode></Mode><Order><OrderID>${orderId}</OrderID><GroupID></GroupID></Order><Transaction><Response><Source>HOST</Source><Code>00</Code><ReasonCode>00</ReasonCode><Message>Approved</Message><ErrorMsg></ErrorMsg><SysErrMsg></SysErrMsg></Response><RetrefNum>407018061318</RetrefNum><AuthCode>304919</AuthCode></Transaction></GVPSResponse>`,
  posnet:
    "<posnetResponse><approved>1</approved><hostlogkey>019676067890000191</hostlogkey><authCode>901477</authCode></posnetResponse>",
  payfor: `<PayforResponse><AuthCode>S31432</AuthCode><HostRefNum>326011208369</HostRefNum><ProcReturnCode>00</ProcReturnCode><TransId>${orderId}</TransId><ErrMsg>Onaylandi</ErrMsg></PayforResponse>`,
};

const prolog = '<?xml version="1.0" encoding="UTF-8"?>';
const rootName = (document: string): string => /^<(\w+)/.exec(document)?.[1] ?? "";
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

const bomb = gzipSync(Buffer.alloc(50_000_000));

type Faults = Readonly<Record<string, (approval: string) => Behaviour>>;

/** The faults that only the limit of the time ends. */
const endless: Faults = {
  silence: () => () => undefined,
  "half a head": () => (socket) => void socket.write("HTTP/1.1 200 O"),
  "half a body": (xml) => (socket) => void socket.write(`${head}Content-Length: 9999\r\n\r\n${xml}`),
  "a slow drip of the body": (xml) => drip(`${head}\r\n${xml}`, " "),
  "a slow drip of headers": () => drip("HTTP/1.1 200 OK\r\n", "X-Wait: 1\r\n"),
};

/** The other faults, applied to the approval of a void. */
const faults: Faults = {
  "a connection closed at once": () => (socket) => void socket.destroy(),
  "a reset connection": () => (socket) => void socket.resetAndDestroy(),
  "an answer that is not HTTP": () => (socket) => void socket.end("220 mail.bank.test ESMTP\r\n"),
  "an empty answer": () => answerWith(""),
  "white space": () => answerWith(" \n\t "),
  "204 without a body": () => (socket) => void socket.end("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"),
  "a page with 200": () =>
    answerWith("<!doctype html><html><body>Bakım</body></html>", { "Content-Type": "text/html" }),
  "an XHTML page with 200": () => answerWith("<html><head><title>Bakim</title></head><body>Onaylandi 00</body></html>"),
  "JSON with 200": () => answerWith('{"approved":1,"ProcReturnCode":"00"}', { "Content-Type": "application/json" }),
  "a page with 500": () => answerWith("<html>Error</html>", { "Content-Type": "text/html" }, "500 Error"),
  "an approval with 500": (xml) => answerWith(xml, {}, "500 Error"),
  "an approval with 202": (xml) => answerWith(xml, {}, "202 Accepted"),
  "a redirect": (xml) => answerWith(xml, { Location: `http://${canary.origin}/` }, "302 Found"),
  "a redirect that keeps the body": (xml) => answerWith(xml, { Location: `http://${canary.origin}/` }, "307 Moved"),
  "bytes of another charset": (xml) =>
    answerWith(Buffer.from(prolog + inside(xml, "<Sehir>\u00dd\u00fe</Sehir>"), "latin1")),
  "an unknown charset": (xml) => answerWith(`<?xml version="1.0" encoding="X-BANK"?>${xml}`),
  "UTF-16 that declares UTF-8": (xml) => answerWith(Buffer.from(prolog + xml, "utf16le")),
  "a truncated document": (xml) => answerWith(prolog + xml.slice(0, -3)),
  "a document cut in the middle": (xml) => answerWith(prolog + xml.slice(0, xml.length / 2)),
  "a Content-Length above the body's": (xml) => answerWith(xml, { "Content-Length": String(xml.length + 10) }),
  "a Content-Length that cuts the document": (xml) => answerWith(xml, { "Content-Length": String(xml.length - 10) }),
  "two Content-Length headers": (xml) => (socket) =>
    void socket.end(`${head}Content-Length: ${xml.length}\r\nContent-Length: 5\r\n\r\n${xml}`),
  "an unfinished chunked body": (xml) => (socket) =>
    void socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n${xml.length.toString(16)}\r\n${xml}\r\n`),
  "gzip that was not requested": (xml) => answerWith(gzipSync(xml), { "Content-Encoding": "gzip" }),
  "a gzip bomb": () => answerWith(bomb, { "Content-Encoding": "gzip" }),
  "a billion laughs": (xml) => answerWith(laughs(xml)),
  "quadratic entities": (xml) =>
    answerWith(
      `<!DOCTYPE a [<!ENTITY a "${"a".repeat(50_000)}">]>${inside(xml, `<Extra>${"&a;".repeat(50_000)}</Extra>`)}`,
    ),
  "an external entity": (xml) =>
    answerWith(`<!DOCTYPE a [<!ENTITY a SYSTEM "http://${canary.origin}/">]>${inside(xml, "<Extra>&a;</Extra>")}`),
  "an external document type": (xml) =>
    answerWith(`<!DOCTYPE ${rootName(xml)} SYSTEM "http://${canary.origin}/a.dtd">${xml}`),
  "a parameter entity": (xml) => answerWith(`<!DOCTYPE a [<!ENTITY % p SYSTEM "file:///etc/passwd">%p;]>${xml}`),
  "an undeclared entity": (xml) => answerWith(inside(xml, "<Extra>&bank;</Extra>")),
  "deep nesting": (xml) => answerWith(inside(xml, "<a>".repeat(20_000) + "</a>".repeat(20_000))),
  "deep nesting without an end": () => answerWith("<a>".repeat(300_000)),
  "more than the size limit": (xml) => answerWith(inside(xml, `<Extra>${" ".repeat(maxMessageBytes)}</Extra>`)),
  "a body without an end": () => drip(`${head}\r\n`, " ".repeat(65_536)),
  "NUL bytes": (xml) => answerWith(inside(xml, "<Extra>\u0000</Extra>")),
  "NUL bytes after the end": (xml) => answerWith(`${xml}\u0000\u0000`),
  "a reference to NUL": (xml) => answerWith(inside(xml, "<Extra>&#0;</Extra>")),
  "a byte order mark before a page": () => answerWith(Buffer.concat([bom, Buffer.from("<html></html>")])),
  "a byte order mark in the middle": (xml) => answerWith(`${prolog}${xml}\ufeff${xml}`),
  "two documents": (xml) => answerWith(xml + xml),
  "a document and a page": (xml) => answerWith(`${xml}<html></html>`),
  "text before the document": (xml) => answerWith(`OK ${xml}`),
  "text after the document": (xml) => answerWith(`${xml} OK`),
  "another root": (xml) => answerWith(xml.replaceAll(rootName(xml), "Response")),
  "the document inside another": (xml) => answerWith(`<Envelope>${xml}</Envelope>`),
  "every element twice": (xml) => answerWith(inside(xml, xml.replace(/^<\w+>|<\/\w+>$/g, ""))),
  "an empty document": (xml) => answerWith(`<${rootName(xml)}/>`),
};

function laughs(xml: string): string {
  const entities = Array.from({ length: 12 }, (_, n) =>
    n === 0 ? '<!ENTITY a0 "ha">' : `<!ENTITY a${n} "${`&a${n - 1};`.repeat(10)}">`,
  );
  return `<!DOCTYPE a [${entities.join("")}]>${inside(xml, "<Extra>&a11;</Extra>")}`;
}

/** Sends every operation to a bank of this behaviour and returns the outcomes by operation. */
async function askAll(protocol: Protocol, behaviour: Behaviour, banks = patient, scheme = "http") {
  const host = await openHostileBank(behaviour);
  const account = accountAt(protocol, `${scheme}://${host.origin}/api`);
  const answers = await Promise.all(
    operationsFor(protocol).map(async (operation) => ({
      operation: operation.kind,
      outcome: await banks.call(protocol, operation, account),
    })),
  );
  await host.close();
  return answers;
}

describe.each(protocols)("%s", (protocol) => {
  const xml = approvals[protocol];

  test("approved for the answer without a fault, so each fault below is what makes it unknown", async () => {
    const answers = await askAll(protocol, answerWith(prolog + xml));
    expect(answers.find(({ operation }) => operation === "void")?.outcome.kind).toBe("approved");
  });

  test.each(Object.entries(faults))("unknown for %s, in every operation", async (_name, fault) => {
    const processor = process.cpuUsage();
    const before = process.memoryUsage();
    const answers = await askAll(protocol, fault(xml));
    for (const { operation, outcome } of answers) {
      expect(outcome, operation).toMatchObject({ kind: "unknown", cause: expect.not.stringMatching("timeout") });
    }
    expect(answers.length).toBeGreaterThanOrEqual(5);
    expect(process.cpuUsage(processor).user / 1_000, "ms of the processor").toBeLessThan(10_000);
    const after = process.memoryUsage();
    expect(after.heapUsed + after.external - before.heapUsed - before.external, "memory").toBeLessThan(3e8);
    expect(canary.connections(), "connections to another host").toBe(0);
  });
});

describe.concurrent.each(protocols)("%s, within the limits of the time", (protocol) => {
  const xml = approvals[protocol];

  test.each(Object.entries(endless))("unknown for %s, in every operation", async (_name, fault) => {
    const answers = await askAll(protocol, fault(xml), hasty);
    for (const { operation, outcome } of answers) expect(outcome.kind, operation).toBe("unknown");
    expect(answers.length).toBeGreaterThanOrEqual(5);
    expect(canary.connections(), "connections to another host").toBe(0);
  });

  test.each([
    ["speaks no TLS", answerWith(xml)],
    ["never answers", () => undefined],
  ] as [string, Behaviour][])("unknown (connection) when the TLS handshake fails: the host %s", async (_what, host) => {
    for (const { outcome } of await askAll(protocol, host, hasty, "https")) {
      expect(outcome).toEqual({ kind: "unknown", cause: "connection" });
    }
  });
});
