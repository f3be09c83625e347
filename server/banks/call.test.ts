import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { Secret } from "@/server/domain/secret";
import type { Bank, BankOrder, CallOptions, Exchange, Operation, Outcome, WireResponse } from "./bank";
import { createCall, type SenderSettings } from "./call";
import { placed } from "./conformance/conformance-subject";
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

const inquire: Operation = { kind: "inquire", ...placed("ORDER") };
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

/** Calls a bank whose only rule is that an answer of bytes is an approval. */
function callAt(
  url: string,
  settings: SenderSettings = {},
  operation = inquire,
  seen: WireResponse[] = [],
  heard: Exchange[] = [],
  ask = "<ask/>",
  maySend?: CallOptions["maySend"],
) {
  const bank = {
    encode: () => ({ url, headers: { "content-type": "text/xml" }, body: Buffer.from(ask) }),
    decode: (_: Operation, response: WireResponse) => {
      seen.push(response);
      return approved;
    },
  } as unknown as Bank;
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
    observe: (exchange) => heard.push(exchange),
    ...(maySend && { maySend }),
  });
}

const unknown = (cause: string) => ({ kind: "unknown", cause });

test("the answer's bytes and content type reach the decoder, the request the bank", async () => {
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

test.each([201, 302, 404, 500, 503])(
  "unknown (http_status) for %i, whatever its body says",
  async (status) => {
    let calls = 0;
    const url = await listen((request, response) => {
      calls += 1;
      response.writeHead(status, { location: request.url }).end("<CC5Response/>");
    });
    expect(await callAt(url)).toEqual(unknown("http_status"));
    expect(calls).toBe(1);
  },
);

test("unknown (connection) when nothing listens, the name does not exist or TLS does not stand", async () => {
  const url = await listen(() => {});
  const port = new URL(url).port;
  expect(await callAt(`https://127.0.0.1:${port}/`)).toEqual(unknown("connection"));
  for (const server of servers.splice(0)) server.close();
  expect(await callAt(url)).toEqual(unknown("connection"));
  expect(await callAt("http://bank.invalid/")).toEqual(unknown("connection"));
});

test("unknown (connection) when the handshake takes longer than the time to connect", async () => {
  const silent = createTcpServer(() => {});
  servers.push(silent);
  await once(silent.listen(0, "127.0.0.1"), "listening");
  const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  expect(await callAt(url, { timeouts: { connectMs: 50 } })).toEqual(unknown("connection"));
});

test("unknown (timeout) when no answer comes, or only half of one", async () => {
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

const money = { ...placed("ORDER"), amountKurus: 1n };
test.each<[string, Operation]>([
  ["capture", { kind: "capture", order, proofs: {} }],
  ["void", { kind: "void", ...money }],
  ["credit", { kind: "credit", ...money, refundKey: "KEY" }],
])("a %s, which moves money, has its own, longer time", async (_, operation) => {
  const url = await listen((__, response) => void setTimeout(() => response.end("x"), 120));
  const timeouts = { lookupMs: 20, moneyMs: 5_000 };
  expect(await callAt(url, { timeouts })).toEqual(unknown("timeout"));
  expect(await callAt(url, { timeouts }, operation)).toEqual(approved);
});

test("unknown (unreadable) when the bank hangs up after the request left, which is not sent again", async () => {
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

test("unknown (unreadable) for an answer of more than the bound", async () => {
  const url = await listen((_, response) => void response.end(Buffer.alloc(maxMessageBytes + 1, 0x20)));
  expect(await callAt(url)).toEqual(unknown("unreadable"));
});

test("no connection is kept between calls", async () => {
  const connections: (string | undefined)[] = [];
  const url = await listen((request, response) => {
    connections.push(request.headers.connection);
    response.end("x");
  });
  await callAt(url);
  expect(connections).toEqual(["close"]);
});

test("the observer hears what was said, and what came of it", async () => {
  const heard: Exchange[] = [];
  const silent = await listen(() => {});
  await callAt(silent, { timeouts: { lookupMs: 30 } }, inquire, [], heard);
  const refusing = await listen((_, response) => void response.writeHead(500).end("<h1>Closed</h1>"));
  await callAt(refusing, {}, inquire, [], heard);
  const asked = { operation: "inquire", orderId: "ORDER", request: "<ask/>", outcome: "unknown" };
  expect(heard).toEqual([
    { ...asked, response: null, httpStatus: null, cause: "timeout", durationMs: expect.any(Number) },
    {
      ...asked,
      response: "Closed",
      httpStatus: 500,
      cause: "http_status",
      durationMs: expect.any(Number),
    },
  ]);
});

test("the observer hears nothing of a secret that the request holds, nor of one that comes back", async () => {
  const heard: Exchange[] = [];
  const answer = "<a><Message>A wrong password: longsecret</Message></a>";
  const url = await listen((_, response) => void response.end(answer));
  const ask = "<CC5Request><Password>longsecret</Password><OrderId>ORDER</OrderId></CC5Request>";
  await callAt(url, {}, inquire, [], heard, ask);
  expect(heard[0]?.request).toContain("<OrderId>ORDER</OrderId>");
  expect(JSON.stringify(heard)).not.toContain("longsecret");
});

test("a call that is taken back once its connection stands: the bank sees a connection and no byte of a request", async () => {
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

test("whether a call may still be sent is not asked where no connection stands", async () => {
  let asked = 0;
  const maySend = async () => {
    asked++;
    return true;
  };
  const outcome = await callAt("http://127.0.0.1:1/", {}, inquire, [], [], "<ask/>", maySend);
  expect([outcome, asked]).toEqual([{ kind: "unknown", cause: "connection" }, 0]);
});
