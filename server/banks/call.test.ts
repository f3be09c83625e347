import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { systemTime } from "@/server/domain/real-time";
import { Secret } from "@/server/domain/secret";
import type { BankConnector, BankOrder, Operation, Outcome, WireResponse } from "./bank";
import type { CallOptions, Exchange } from "./banks";
import { createCall, type SenderSettings } from "./call";
import { buildPlacedOrder } from "./conformance/conformance-subject";
import type { Transport } from "./transport";
import { maxMessageBytes } from "./wire";

const servers: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(answer: RequestListener): Promise<string> {
  const server: Server = createServer(answer);
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/fim/api`;
}

const inquire: Operation = { kind: "inquire", ...buildPlacedOrder("ORDER") };
const order: BankOrder = {
  orderId: "ORDER",
  amountKurus: 1n,
  installment: 1,
  language: "tr",
  nonce: "N",
  buyerIp: "192.0.2.1",
  callbackUrl: "https://pay.test/3ds/callback/token",
};
const approved: Outcome = {
  kind: "approved",
  references: { authCode: null, rrn: null, transactionId: null },
};

/** Calls a fake bank that decodes every answer as an approval. */
function callAt(
  url: string,
  settings: SenderSettings = {},
  operation = inquire,
  seen: WireResponse[] = [],
  observed: Exchange[] = [],
  ask = "<ask/>",
  maySend?: CallOptions["maySend"],
) {
  const bank = {
    encode: () => ({ url, headers: { "content-type": "text/xml" }, body: Buffer.from(ask) }),
    decode: (_: Operation, response: WireResponse) => {
      seen.push(response);
      return approved;
    },
  } as unknown as BankConnector;
  const account = {
    bank: "isbank",
    merchantId: "m",
    terminalNo: "t",
    user: "u",
    password: new Secret("longsecret"),
    storeKey: new Secret("k"),
    endpoints: { gate: url, api: url },
  };
  return createCall(settings)(bank, operation, account, {
    observe: (exchange) => observed.push(exchange),
    ...(maySend && { maySend }),
  });
}

const unknown = (cause: string) => ({ kind: "unknown", cause });

test("passes the request to the bank, and the answer's bytes and content type to the decoder", async () => {
  const seen: WireResponse[] = [];
  const url = await listen(async (request, response) => {
    const body = (await request.toArray()).join("");
    response.setHeader("content-type", "text/xml; charset=ISO-8859-9");
    response.end(Buffer.from(`${request.method} ${request.headers["content-type"]} ${body}\u00dd`, "latin1"));
  });
  expect(await callAt(url, {}, inquire, seen)).toEqual(approved);
  expect(seen[0]?.contentType).toBe("text/xml; charset=ISO-8859-9");
  expect(Buffer.from(seen[0]!.body).toString("latin1")).toBe("POST text/xml <ask/>\u00dd");
});

test.each([201, 302, 404, 500, 503])("unknown (http_status) for status %i with any body", async (status) => {
  let calls = 0;
  const url = await listen((request, response) => {
    calls += 1;
    response.writeHead(status, { location: request.url }).end("<CC5Response/>");
  });
  expect(await callAt(url)).toEqual(unknown("http_status"));
  expect(calls).toBe(1);
});

test("unknown (connection) when nothing listens, the name does not exist or the TLS handshake fails", async () => {
  const url = await listen(() => {});
  const port = new URL(url).port;
  expect(await callAt(`https://127.0.0.1:${port}/`)).toEqual(unknown("connection"));
  for (const server of servers.splice(0)) server.close();
  expect(await callAt(url)).toEqual(unknown("connection"));
  expect(await callAt("http://bank.invalid/")).toEqual(unknown("connection"));
});

test("unknown (connection) when the TLS handshake takes longer than the connection time-out", async () => {
  const silent = createTcpServer(() => {});
  servers.push(silent);
  await once(silent.listen(0, "127.0.0.1"), "listening");
  const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  expect(await callAt(url, { timeouts: { connectMs: 50 } })).toEqual(unknown("connection"));
});

test("unknown (timeout) when no answer or only half an answer comes", async () => {
  const timeouts = { lookupMs: 60 };
  let calls = 0;
  const silent = await listen(() => {
    calls += 1;
  });
  expect(await callAt(silent, { timeouts })).toEqual(unknown("timeout"));
  expect(calls).toBe(1);
  const half = await listen((_, response) => void response.writeHead(200).write("<CC5"));
  expect(await callAt(half, { timeouts })).toEqual(unknown("timeout"));
});

const money = { ...buildPlacedOrder("ORDER"), amountKurus: 1n };
test.each<[string, Operation]>([
  ["capture", { kind: "capture", order, proofs: {} }],
  ["void", { kind: "void", ...money }],
  ["credit", { kind: "credit", ...money, refundKey: "KEY" }],
])("a %s moves money and has the longer time-out", async (_, operation) => {
  const url = await listen((__, response) => void setTimeout(() => response.end("x"), 120));
  const timeouts = { lookupMs: 20, moneyMs: 5_000 };
  expect(await callAt(url, { timeouts })).toEqual(unknown("timeout"));
  expect(await callAt(url, { timeouts }, operation)).toEqual(approved);
});

test("unknown (unreadable), without a second request, when the bank closes the connection after the request", async () => {
  let calls = 0;
  const dropped = await listen((request) => {
    calls += 1;
    request.socket.destroy();
  });
  expect(await callAt(dropped)).toEqual(unknown("unreadable"));
  expect(calls).toBe(1);
  const cut = await listen((request, response) => {
    calls += 1;
    response.writeHead(200, { "content-length": "100" }).write("<CC5");
    setTimeout(() => request.socket.destroy(), 20);
  });
  expect(await callAt(cut)).toEqual(unknown("unreadable"));
  expect(calls).toBe(2);
});

test("unknown (unreadable) for an answer above the size limit", async () => {
  const url = await listen((_, response) => void response.end(Buffer.alloc(maxMessageBytes + 1, 0x20)));
  expect(await callAt(url)).toEqual(unknown("unreadable"));
});

test("keeps no connection between calls", async () => {
  const connections: (string | undefined)[] = [];
  const url = await listen((request, response) => {
    connections.push(request.headers.connection);
    response.end("x");
  });
  await callAt(url);
  expect(connections).toEqual(["close"]);
});

test("the observer receives the messages and the outcome", async () => {
  const observed: Exchange[] = [];
  const silent = await listen(() => {});
  await callAt(silent, { timeouts: { lookupMs: 30 } }, inquire, [], observed);
  const refusing = await listen((_, response) => void response.writeHead(500).end("<h1>Closed</h1>"));
  await callAt(refusing, {}, inquire, [], observed);
  const common = { operation: "inquire", orderId: "ORDER", request: "<ask/>", outcome: "unknown" };
  expect(observed).toEqual([
    { ...common, response: null, httpStatus: null, cause: "timeout", durationMs: expect.any(Number) },
    {
      ...common,
      response: "Closed",
      httpStatus: 500,
      cause: "http_status",
      durationMs: expect.any(Number),
    },
  ]);
});

test("the observer receives no secret of the request or of the answer", async () => {
  const observed: Exchange[] = [];
  const answer = "<a><Message>A wrong password: longsecret</Message></a>";
  const url = await listen((_, response) => void response.end(answer));
  const ask = "<CC5Request><Password>longsecret</Password><OrderId>ORDER</OrderId></CC5Request>";
  await callAt(url, {}, inquire, [], observed, ask);
  expect(observed[0]?.request).toContain("<OrderId>ORDER</OrderId>");
  expect(JSON.stringify(observed)).not.toContain("longsecret");
});

test("unknown (withdrawn) when maySend refuses or fails: the bank sees a connection and no byte of the request", async () => {
  const seen: string[] = [];
  const bank = createServer((_, response) => void response.end("x"));
  bank.on("connection", (socket) => {
    seen.push("connected");
    socket.on("data", () => seen.push("data"));
  });
  servers.push(bank);
  await once(bank.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(bank.address() as AddressInfo).port}/fim/api`;
  const withdrawn = { kind: "unknown", cause: "withdrawn" };
  const refuse = async () => false;
  expect(await callAt(url, {}, inquire, [], [], "<ask/>", refuse)).toEqual(withdrawn);
  const fail = () => Promise.reject(new Error("the database is gone"));
  expect(await callAt(url, {}, inquire, [], [], "<ask/>", fail)).toEqual(withdrawn);
  await expect.poll(() => seen).toEqual(["connected", "connected"]);

  expect(await callAt(url, {}, inquire, [], [], "<ask/>", async () => true)).toEqual(approved);
  expect(seen).toContain("data");
});

test("does not ask maySend when no connection is established", async () => {
  let questions = 0;
  const maySend = async () => {
    questions++;
    return true;
  };
  const outcome = await callAt("http://127.0.0.1:1/", {}, inquire, [], [], "<ask/>", maySend);
  expect([outcome, questions]).toEqual([{ kind: "unknown", cause: "connection" }, 0]);
});

test("sends by the given transport with the limit and the question of the call, and measures by the given time", async () => {
  let ms = 0;
  const [sent, observed]: [unknown[], Exchange[]] = [[], []];
  const transport: Transport = async ({ url, body }, { totalMs, maySend }) => {
    sent.push([url, body.toString(), totalMs, await maySend?.()]);
    ms += 1_234;
    return { response: { status: 200, contentType: "text/xml", body: Buffer.from("<answer/>") } };
  };
  const settings = { transport, realTime: { ...systemTime, monotonicMs: () => ms } };
  const maySend = async () => true;
  expect(await callAt("http://bank.invalid/", settings, inquire, [], observed, "<ask/>", maySend)).toEqual(approved);
  expect(sent).toEqual([["http://bank.invalid/", "<ask/>", 30_000, true]]);
  expect(observed).toMatchObject([{ response: "<answer/>", outcome: "approved", durationMs: 1_234 }]);
});
