import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFront, type TestFront } from "../testing/doors/front";

let front: TestFront;

beforeAll(async () => {
  front = await openFront((_req, res) => res.end("from the router"), {
    v1: async (request) => new Response(Buffer.from(await request.arrayBuffer()).toString() || "nothing"),
  });
});
afterAll(() => front.close());

/** Opens a connection, and returns both of its ends and what the client has read. */
const open = async () => {
  const accepted = once(front.server, "connection") as Promise<[Socket]>;
  const client = connect(front.port, "127.0.0.1").setEncoding("latin1");
  const [server] = await accepted;
  if (client.connecting) await once(client, "connect");
  const read = { text: "" };
  client.on("data", (part) => (read.text += part));
  return { client, server, read };
};

/** Reports on the connection what Node reports when a request has not arrived within its limits. */
const passDeadline = (server: Socket) =>
  front.server.emit("clientError", Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), server);

const head = (more = "") => `POST /v1/x HTTP/1.1\r\nHost: ${front.host}\r\n${more}`;

/** The first part is read before the deadline passes. The second one arrives in the same turn, and is not read yet. */
test.each([
  ["a whole request that was not read yet", 200, "", "Content-Length: 5\r\n\r\nabcde"],
  ["the rest of a header", 200, "Content-", "Length: 5\r\n\r\nabcde"],
  ["the rest of a body", 200, "Content-Length: 5\r\n\r\nabc", "de"],
  ["half of a header", 408, "", "Content-"],
  ["half of a body", 408, "Content-Length: 5\r\n\r\n", "abc"],
])("%s that has arrived, but is read only after its deadline has passed: %i", async (_, status, read, unread) => {
  const { client, server, read: answer } = await open();
  if (read !== "") client.write(head(read));
  // Node looks at its deadlines in a timer, and so does this test: sockets are read after the timers of a turn.
  await sleep(50);
  client.write(read === "" ? head(unread) : unread);
  passDeadline(server);
  await expect.poll(() => answer.text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  if (status === 200) expect(answer.text).toMatch(/\r\n\r\nabcde$/);
  client.destroy();
});

test("408 for a connection without a request, also after an answered one", async () => {
  const { client, server, read: answer } = await open();
  client.write(head("\r\n"));
  await expect.poll(() => answer.text).toMatch(/^HTTP\/1.1 200 .*\r\n\r\nnothing$/s);
  answer.text = "";
  passDeadline(server);
  await expect.poll(() => answer.text).toMatch(/^HTTP\/1.1 408 .*"request_timeout"/s);
  client.destroy();
});
