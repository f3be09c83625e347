import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemTime } from "../domain/real-time";
import type { DeliveryAttemptError } from "../domain/webhooks/delivery";
import { verifyWebhook } from "../domain/webhooks/webhook-signature";
import { startTestReceiver, type TestReceiver } from "../testing/receivers/receiver";
import { sendTo, testMessage } from "../testing/receivers/sending";

let receiver: TestReceiver;
beforeAll(async () => {
  receiver = await startTestReceiver();
});
afterAll(() => receiver.close());

describe.concurrent("the result of a status", () => {
  test.each<[DeliveryAttemptError | null, number[]]>([
    [null, [200, 201, 202, 204, 205, 299]],
    ["redirect", [300, 301, 302, 303, 304, 307, 308]],
    ["client_error", [400, 401, 404, 408, 410, 418, 425, 429, 499]],
    ["server_error", [500, 502, 503, 504, 599]],
    ["malformed_response", [600, 999]],
  ])("%s: %j", async (errorClass, statuses) => {
    for (const status of statuses) {
      const path = `/status/${status}`;
      receiver.answer(path, status);
      expect(await sendTo(receiver.url(path))).toMatchObject({ statusCode: status, errorClass });
      expect(await receiver.until(1, path)).toHaveLength(1);
    }
  });
});

describe("the request", () => {
  test("is one POST with exactly these headers and bytes", async () => {
    await sendTo(receiver.url("/exact/%C3%A7?a=1&b=%20#c"));
    const [request] = await receiver.until(1, "/exact/%C3%A7");
    expect(request).toMatchObject({ method: "POST", url: "/exact/%C3%A7?a=1&b=%20", body: testMessage.body });
    // openssl dgst -sha256 -hmac
    const signature = "sha256=e2816f84aaac6b271db0dfbbe744d0bf46711d740130f2a639e2e56d915d66f7";
    const expected = [
      ["Host", `127.0.0.1:${receiver.port}`],
      ["Content-Type", "application/json"],
      ["Content-Length", String(testMessage.body.length)],
      ["User-Agent", "Vezne-Webhooks/1"],
      ["Accept-Encoding", "identity"],
      ["X-Service-Signature", signature],
      ["X-Service-Timestamp", "1767323045"],
      ["X-Service-Delivery-Id", testMessage.deliveryId],
      ["X-Legacy-Signature", signature],
      ["X-Legacy-Timestamp", "1767323045"],
      ["X-Legacy-Delivery-Id", testMessage.deliveryId],
      ["webhook-id", testMessage.deliveryId],
      ["webhook-timestamp", "1767326700"],
      ["webhook-signature", expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/)],
      ["Connection", "close"],
    ];
    expect(request?.rawHeaders).toEqual(expected.flat());
  });
  test("is the same bytes on every attempt, over a connection of its own", async () => {
    const before = receiver.connections;
    await sendTo(receiver.url("/again"));
    await sendTo(receiver.url("/again"));
    const [first, second] = await receiver.until(2, "/again");
    expect(receiver.connections).toBe(before + 2);
    expect([second?.body, second?.rawHeaders]).toEqual([first?.body, first?.rawHeaders]);
  });
  test("is accepted by the verification helper", async () => {
    await sendTo(receiver.url("/verified"));
    const [request] = await receiver.until(1, "/verified");
    const { headers, body } = request!;
    expect(verifyWebhook({ headers, body, secret: testMessage.secrets })).toMatchObject({ ok: true });
  });
  test("reaches an IPv6 address, and a name of this machine, with that name as its host", async () => {
    const ipv6 = await startTestReceiver({ host: "::1" });
    expect(await sendTo(ipv6.url())).toMatchObject({ statusCode: 200 });
    expect(await sendTo(`http://localhost:${ipv6.port}/`)).toMatchObject({ statusCode: 200 });
    const hosts = ipv6.requests.map(({ headers }) => headers.host);
    expect(hosts).toEqual([`[::1]:${ipv6.port}`, `localhost:${ipv6.port}`]);
    await ipv6.close();
  });
  test("is not sent to the target of a redirect", async () => {
    const other = await startTestReceiver();
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answer("/away", { status, headers: { location: other.url("/"), "set-cookie": "a=b" } });
      expect((await sendTo(receiver.url("/away"))).errorClass).toBe("redirect");
    }
    expect(other.connections).toBe(0);
    expect((await receiver.until(5, "/away")).filter(({ headers }) => headers.cookie)).toEqual([]);
    await other.close();
  });
});

describe("destinations", () => {
  const failed = (errorClass: DeliveryAttemptError) => ({
    statusCode: null,
    errorClass,
    response: new Uint8Array(),
  });

  test.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://[::ffff:127.0.0.1]:{port}/",
    "http://10.0.0.1/",
    "http://[fd00::1]/",
    "http://0:{port}/",
    "http://127.0.0.1:22/",
    "http://user@127.0.0.1:{port}/",
    "file:///etc/passwd",
    "nonsense",
  ])("blocked_destination in the sandbox: %s", async (url) => {
    const before = receiver.connections;
    const result = await sendTo(url.replace("{port}", String(receiver.port)));
    expect(result).toMatchObject(failed("blocked_destination"));
    expect(receiver.connections).toBe(before);
  });

  test.each([
    "http://127.0.0.1:{port}/",
    "https://127.0.0.1/",
    "http://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://localhost/",
    "https://shop.example:{port}/",
    "https://rebind.example/",
  ])("blocked_destination in live mode: %s", async (url) => {
    const before = receiver.connections;
    const options = { mode: "live", resolve: async () => ["127.0.0.1"] } as const;
    const result = await sendTo(url.replace("{port}", String(receiver.port)), options);
    expect(result).toMatchObject(failed("blocked_destination"));
    expect(receiver.connections).toBe(before);
  });

  test("blocks the second attempt when the name resolves to another address meanwhile", async () => {
    const answers = [["127.0.0.1"], ["192.168.0.1"], ["127.0.0.1", "169.254.169.254"]];
    const resolve = async () => answers.shift() ?? [];
    const url = `http://rebind.example:${receiver.port}/rebind`;
    expect((await sendTo(url, { resolve })).errorClass).toBeNull();
    expect((await sendTo(url, { resolve })).errorClass).toBe("blocked_destination");
    expect((await sendTo(url, { resolve })).errorClass).toBe("blocked_destination");
    expect(await receiver.until(1, "/rebind")).toHaveLength(1);
  });
  test("connects to the address that was checked, without resolving the name again", async () => {
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return ["127.0.0.1"];
    };
    const url = `http://no-such-name.invalid:${receiver.port}/pinned`;
    expect((await sendTo(url, { resolve })).errorClass).toBeNull();
    expect(asked).toBe(1);
  });

  test("name_not_found when a name has no address or its resolution fails", async () => {
    const resolve = () => Promise.reject(Object.assign(new Error("ENOTFOUND"), { code: "ENOTFOUND" }));
    expect(await sendTo("http://shop.example/", { resolve })).toMatchObject(failed("name_not_found"));
    expect(await sendTo("http://shop.example/", { resolve: async () => [] })).toMatchObject(failed("name_not_found"));
  });
  test("timeout when the resolution takes too long, because it counts as connecting", async () => {
    const resolve = () => new Promise<never>(() => {});
    const result = await sendTo("http://shop.example/", { resolve, timeouts: { connectMs: 50 } });
    expect(result).toMatchObject(failed("timeout"));
  });
  test("connection_failed when nothing listens there", async () => {
    const gone = await startTestReceiver();
    await gone.close();
    expect(await sendTo(gone.url())).toMatchObject(failed("connection_failed"));
    const resolve = async () => ["127.0.0.1", "::1"];
    expect(await sendTo(`http://shop.example:${gone.port}/`, { resolve })).toMatchObject(failed("connection_failed"));
  });
});

test("makes the exchange by the given function, in the time that resolving the name has left, and measures by the given time", async () => {
  let ms = 0;
  const made: unknown[] = [];
  const sent = await sendTo("https://shop.example/hook", {
    mode: "live",
    realTime: { ...systemTime, monotonicMs: () => ms },
    resolve: async () => {
      ms += 1_200;
      return ["93.184.216.34"];
    },
    exchange: async ({ url, addresses, body }, { connectMs }) => {
      made.push([url.href, addresses, body, connectMs]);
      ms += 30;
      return { statusCode: 204, body: new Uint8Array() };
    },
  });
  expect(made).toEqual([["https://shop.example/hook", ["93.184.216.34"], testMessage.body, 3_800]]);
  expect(sent).toMatchObject({ statusCode: 204, errorClass: null, durationMs: 1_230 });
});
