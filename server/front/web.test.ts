import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { WebAnswer, WebRequest } from "@/server/request-store";
import { sendAnswer, toWebRequest } from "./web";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** A server of one handler; resolves to its address. */
const serve = (handle: Handler): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer((req, res) => void handle(req, res));
    servers.push(server);
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });

/** Sends a request to a handler that answers what `read` returns, and returns that answer. */
const echo = async (init: RequestInit, read: (request: WebRequest) => Promise<string>): Promise<string> => {
  const url = await serve(async (req, res) => {
    res.end(await read(await toWebRequest(req, "http://shop.example")));
  });
  return (await fetch(`${url}/v1/x?a=%20`, init)).text();
};

const asBytes = async (request: WebRequest) => Buffer.from(await request.arrayBuffer()).toString();
const asStream = (request: WebRequest) => new Response(request.body).text();

test.each([
  ["bytes", asBytes],
  ["stream", asStream],
])("small, large and missing bodies can be read as %s", async (_, read) => {
  expect(await echo({ method: "POST", body: "ödeme" }, read)).toBe("ödeme");
  expect(await echo({ method: "POST", body: "a".repeat(100_000) }, read)).toHaveLength(100_000);
  expect(await echo({ method: "POST" }, read)).toBe("");
  expect(await echo({ method: "GET" }, read)).toBe("");
});

test("rejects when the client has disconnected before the body was asked for", async () => {
  const outcome = new Promise<string[]>((resolve) => {
    void serve(async (req) => {
      const [whole, piecewise] = [await toWebRequest(req, ""), await toWebRequest(req, "")];
      await new Promise((closed) => req.once("close", closed));
      const read = [whole.arrayBuffer(), piecewise.body?.getReader().read()];
      resolve((await Promise.allSettled(read)).map(({ status }) => status));
    }).then((url) => {
      const client = sendRequest(url, { method: "POST", headers: { "Content-Length": 100_000 } });
      client.on("error", () => undefined);
      client.write("abc", () => client.destroy());
    });
  });
  expect(await outcome).toEqual(["rejected", "rejected"]);
});

test("reads a chunked body only as its reader asks for it, and leaves the connection open for the answer", async () => {
  const states: (boolean | null)[] = [];
  const url = await serve(async (req, res) => {
    const request = await toWebRequest(req, "http://shop.example");
    states.push(req.readableFlowing);
    const reader = request.body?.getReader();
    states.push(req.readableFlowing);
    await reader?.read();
    states.push(req.readableFlowing);
    await reader?.cancel();
    res.end("answer");
  });
  const piece = new Uint8Array(65_536);
  let left = 100;
  const body = new ReadableStream({
    pull: (controller) => (left-- > 0 ? controller.enqueue(piece) : controller.close()),
  });
  expect(await (await fetch(url, { method: "POST", body, duplex: "half" } as RequestInit)).text()).toBe("answer");
  expect(states).toEqual([null, false, false]);
});

test("keeps method, target and headers as they were sent", async () => {
  const init = { method: "DELETE", headers: { "X-A": "1" } };
  const head = async ({ method, url, headers }: WebRequest) => `${method} ${url} ${headers.get("x-a")}`;
  expect(await echo(init, head)).toBe("DELETE http://shop.example/v1/x?a=%20 1");
});

test("a small body that breaks off is a request all the same, and reading it in either way rejects", async () => {
  const outcome = new Promise<string[]>((resolve) => {
    void serve(async (req) => {
      const request = await toWebRequest(req, "http://shop.example");
      const read = [request.arrayBuffer(), request.body?.getReader().read(), new Response(request.body).text()];
      resolve((await Promise.allSettled(read)).map(({ status }) => status));
    }).then((url) => {
      const client = sendRequest(url, { method: "POST", headers: { "Content-Length": 10 } });
      client.on("error", () => undefined);
      client.write("abc", () => setTimeout(() => client.destroy(), 50));
    });
  });
  expect(await outcome).toEqual(["rejected", "rejected", "rejected"]);
});

test("writes the status, the headers, the length of the text in bytes, and no text for HEAD", async () => {
  const answer = { status: 201, headers: { "X-A": "1" }, text: "şu" };
  const sent = async (method: string, part: Partial<WebAnswer> = {}) => {
    const url = await serve(async (req, res) => sendAnswer({ ...answer, ...part }, req, res));
    const got = await fetch(url, { method });
    const { status, headers } = got;
    return { status, a: headers.get("x-a"), length: headers.get("content-length"), text: await got.text() };
  };
  expect(await sent("GET")).toEqual({ status: 201, a: "1", length: "3", text: "şu" });
  expect(await sent("HEAD")).toMatchObject({ status: 201, a: "1", text: "" });
  expect(await sent("GET", { text: null })).toMatchObject({ status: 201, a: "1", length: "0", text: "" });
});
