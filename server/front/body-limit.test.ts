import { afterEach, describe, expect, test } from "vitest";
import type { WebRequest } from "@/server/request-store";
import { converse, openFront, type TestFront } from "../testing/doors/front";

let front: TestFront;
afterEach(() => front.close());

/** Opens a front whose `/v1` answers by this handler. */
const open = async (v1: (request: WebRequest) => Promise<Response>) => {
  front = await openFront((_req, res) => res.end("page"), { v1 });
  return converse(front.port);
};
const head = (target: string, ...lines: string[]) =>
  `${[target, `Host: ${front.host}`, ...lines].join("\r\n")}\r\n\r\n`;
const post = (...lines: string[]) => head("POST /v1/payments HTTP/1.1", ...lines);
const get = () => head("GET /v1/payments HTTP/1.1");

const refused = async () => new Response("{}", { status: 401 });
/** Answers the length of the body, which it reads whole. */
const measured = async (request: WebRequest) => new Response(String((await request.arrayBuffer()).byteLength));
/** Reads the first piece of a body and refuses the rest, when the server has stopped to read the connection. */
const giveUp = async ({ method, body }: WebRequest) => {
  const reader = body?.getReader();
  if (method === "POST") await reader?.read();
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  await reader?.cancel();
  return new Response("{}", { status: method === "POST" ? 413 : 200 });
};
const chunk = (length: number) => `${length.toString(16)}\r\n${"a".repeat(length)}\r\n`;

describe("a body that the answer does not need", () => {
  test("is not waited for, and the next request on the connection is answered once the body is complete", async () => {
    const client = await open(refused);
    client.send(post("Content-Length: 2000000"));
    expect(await client.next()).toMatchObject({ status: 401 });
    client.send("a".repeat(2_000_000) + get());
    expect(await client.next()).toMatchObject({ status: 401 });
  });
  test("is dropped after its handler has given it up, and the next request is answered", async () => {
    const client = await open(giveUp);
    client.send(post("Transfer-Encoding: chunked") + chunk(65_536).repeat(40));
    expect(await client.next()).toMatchObject({ status: 413 });
    client.send(`${chunk(65_536).repeat(40)}0\r\n\r\n${get()}`);
    expect(await client.next()).toMatchObject({ status: 200 });
  });
  test("ends the connection after a second when it stays incomplete, and is never read as a request", async () => {
    let requests = 0;
    const client = await open(async () => {
      requests += 1;
      return refused();
    });
    client.send(post("Content-Length: 2000000") + get());
    expect(await client.next()).toMatchObject({ status: 401 });
    expect(await client.next()).toBeNull();
    expect(requests).toBe(1);
  });
  test("does not take the answer from a client that still sends when the answer closes the connection", async () => {
    const client = await open(refused);
    client.send(post("Content-Length: 20000000", "Connection: close") + "a".repeat(5_000_000));
    expect(await client.next()).toMatchObject({ status: 401, head: expect.stringMatching(/^connection: close$/im) });
    client.send("a".repeat(5_000_000));
    expect(await client.ended).toBeNull();
  });
});

describe("a body for the framework", () => {
  test("413 when it grows above 1 MiB, and its connection ends", async () => {
    front = await openFront((req) => void req.resume());
    const client = converse(front.port);
    client.send(head("POST /panel HTTP/1.1", "Transfer-Encoding: chunked") + chunk(65_536).repeat(20));
    expect(await client.next()).toMatchObject({ status: 413 });
    expect(await client.next()).toBeNull();
  });
});

describe("Expect: 100-continue", () => {
  const waiting = (length: number) => post(`Content-Length: ${length}`, "Expect: 100-continue");

  test("100 only when the handler reads the body, and then its answer", async () => {
    const client = await open(measured);
    for (const length of [5, 200_000]) {
      client.send(waiting(length));
      expect(await client.next()).toMatchObject({ status: 100 });
      client.send("a".repeat(length));
      expect(await client.next()).toMatchObject({ status: 200, body: String(length) });
    }
  });
  test("401 without 100, and the connection ends, because the body may come or not", async () => {
    const client = await open(refused);
    client.send(waiting(5));
    expect(await client.next()).toMatchObject({ status: 401, head: expect.stringMatching(/^connection: close$/im) });
    await client.ended;
  });
  test("100 for the framework's pages, and none where the server refuses", async () => {
    const client = await open(refused);
    client.send(head("POST /panel HTTP/1.1", "Content-Length: 1", "Expect: 100-continue"));
    expect(await client.next()).toMatchObject({ status: 100 });
    client.send("a");
    expect(await client.next()).toMatchObject({ status: 200 });
    client.send(head("POST /nothing%2f HTTP/1.1", "Content-Length: 1", "Expect: 100-continue"));
    expect(await client.next()).toMatchObject({ status: 404 });
  });
});
