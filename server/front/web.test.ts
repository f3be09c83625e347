import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { WebRequest, WebResponse } from "@/server/request-store";
import { sendWebResponse, toWebRequest } from "./web";

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
    server.listen(0, "127.0.0.1", () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });

/** Sends a request to `read` as a handler gets it, and answers what `read` makes of it. */
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

test("method, target and headers are those that were sent", async () => {
  const init = { method: "DELETE", headers: { "X-A": "1" } };
  const head = async ({ method, url, headers }: WebRequest) => `${method} ${url} ${headers.get("x-a")}`;
  expect(await echo(init, head)).toBe("DELETE http://shop.example/v1/x?a=%20 1");
});

test("a client that goes away in the middle of its body leaves no handler waiting", async () => {
  const outcome = new Promise<string>((resolve) => {
    void serve((req) =>
      toWebRequest(req, "http://shop.example").then(
        () => resolve("a request"),
        () => resolve("rejected"),
      ),
    ).then((url) => {
      const client = sendRequest(url, { method: "POST", headers: { "Content-Length": 10 } });
      client.on("error", () => undefined);
      client.write("abc", () => setTimeout(() => client.destroy(), 50));
    });
  });
  expect(await outcome).toBe("rejected");
});

test("the answer is the text that the response was made of, or else what its stream holds", async () => {
  const answer = async (response: WebResponse) => {
    const url = await serve((req, res) => sendWebResponse(response, req, res));
    const { status, headers, ...rest } = await fetch(url).then(async (got) => ({
      ...{ status: got.status, headers: got.headers, text: await got.text() },
    }));
    return { status, length: headers.get("content-length"), ...rest };
  };
  const stream = new Response("şu", { status: 201 });
  expect(await answer(stream)).toEqual({ status: 201, length: "3", text: "şu" });
  const known = Object.assign(new Response("şu", { status: 201 }), { content: "şu" });
  expect(await answer(known)).toEqual({ status: 201, length: "3", text: "şu" });
  expect(known.bodyUsed).toBe(false);
});
