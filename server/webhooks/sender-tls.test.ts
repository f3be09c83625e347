import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testCertificate } from "../testing/receivers/certificate";
import { startTestReceiver, type TestReceiver } from "../testing/receivers/receiver";
import { sendTo } from "../testing/receivers/sending";

const sound = testCertificate(["shop.example", "127.0.0.1"]);
const expired = testCertificate(["shop.example"], { days: -1 });
const toLoopback = async () => ["127.0.0.1"];

let receiver: TestReceiver;
let stale: TestReceiver;
beforeAll(async () => {
  receiver = await startTestReceiver({ tls: sound });
  stale = await startTestReceiver({ tls: expired });
});
afterAll(() => Promise.all([receiver.close(), stale.close()]));

describe.concurrent("TLS", () => {
  test("accepts a certificate for the name and sends that server name to the checked address", async () => {
    const url = `https://shop.example:${receiver.port}/name`;
    const result = await sendTo(url, { ca: sound.cert, resolve: toLoopback });
    expect(result).toMatchObject({ statusCode: 200, errorClass: null });
    const [request] = await receiver.until(1, "/name");
    expect(request?.headers.host).toBe(`shop.example:${receiver.port}`);
    expect(request?.serverName).toBe("shop.example");
  });
  test("accepts a certificate for the address and sends no server name", async () => {
    const result = await sendTo(receiver.url("/address"), { ca: sound.cert });
    expect(result.errorClass).toBeNull();
    expect((await receiver.until(1, "/address"))[0]?.serverName).toBeNull();
  });
  test("tries the next of several checked addresses when one refuses", async () => {
    const url = `https://shop.example:${receiver.port}/second`;
    const resolve = async () => ["127.0.0.9", "127.0.0.1"];
    expect(await sendTo(url, { ca: sound.cert, resolve })).toMatchObject({ statusCode: 200 });
  });
  test.each<[string, () => Promise<unknown>]>([
    ["a self-signed certificate", () => sendTo(receiver.url("/refused"))],
    [
      "a certificate for another name",
      () => sendTo(`https://other.example:${receiver.port}/refused`, { ca: sound.cert, resolve: toLoopback }),
    ],
    [
      "an expired certificate",
      () => sendTo(`https://shop.example:${stale.port}/refused`, { ca: expired.cert, resolve: toLoopback }),
    ],
  ])("tls_error for %s, and no byte of the request is sent", async (_, send) => {
    expect(await send()).toMatchObject({ statusCode: null, errorClass: "tls_error" });
    expect([...receiver.requests, ...stale.requests].map(({ url }) => url)).not.toContain("/refused");
  });
  test("tls_error when the port does not speak TLS", async () => {
    const plain = await startTestReceiver();
    const result = await sendTo(plain.url("/").replace("http:", "https:"));
    expect(result).toMatchObject({ statusCode: null, errorClass: "tls_error" });
    expect(plain.requests).toHaveLength(0);
    await plain.close();
  });
  test("timeout when the port accepts and then stays silent, because TLS counts as connecting", async () => {
    const silent = createServer();
    await once(silent.listen(0, "127.0.0.1"), "listening");
    const { port } = silent.address() as AddressInfo;
    const connected = once(silent, "connection");
    // The sender would wait five seconds for an answer, so this is the time for connecting.
    const sent = sendTo(`https://127.0.0.1:${port}/`, { timeouts: { connectMs: 200 } });
    const result = await Promise.race([sent, sleep(2_000, "late", { ref: false })]);
    expect(result).toMatchObject({ statusCode: null, errorClass: "timeout" });
    const [socket] = await connected;
    await once(socket.resume(), "close");
    silent.close();
  });
  test("connection_lost when a TLS port receives plain HTTP", async () => {
    const result = await sendTo(receiver.url("/").replace("https:", "http:"));
    expect(result.errorClass).toBe("connection_lost");
  });
});
