import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestReceiver, type TestReceiver } from "../testing/receivers/receiver";
import { testMessage } from "../testing/receivers/sending";
import { createWebhookSender, type WebhookSenderOptions } from "./sender";

let receiver: TestReceiver;
beforeAll(async () => {
  receiver = await startTestReceiver();
});
afterAll(() => receiver.close());

const createSender = (options: Partial<WebhookSenderOptions> = {}) =>
  createWebhookSender({
    mode: "live",
    headerPrefix: "X-Service",
    legacyHeaderPrefix: "X-Legacy",
    resolve: async () => ["93.184.216.34"],
    ...options,
  });

describe("the check of an address", () => {
  test("null for a name with public addresses only", async () => {
    expect(await createSender().check("https://shop.example/hook")).toBeNull();
  });

  test.each([
    ["blocked_destination", "a private address among public ones", async () => ["93.184.216.34", "10.0.0.1"]],
    ["name_not_found", "no address", async () => []],
    ["name_not_found", "an error", () => Promise.reject(new Error("ENOTFOUND"))],
    ["timeout", "no answer in time", () => new Promise<string[]>(() => undefined)],
  ])("%s for %s", async (trouble, _, resolve) => {
    const sender = createSender({ resolve, timeouts: { connectMs: 20 } });
    expect(await sender.check("https://shop.example/hook")).toBe(trouble);
  });

  test("blocked_destination for a forbidden form, without resolving a name", async () => {
    const resolve = () => Promise.reject(new Error("asked"));
    for (const url of ["http://shop.example/", "https://127.0.0.1/", "https://localhost/", "nonsense"]) {
      expect(await createSender({ resolve }).check(url)).toBe("blocked_destination");
    }
  });

  test("opens no connection", async () => {
    expect(await createSender({ mode: "sandbox" }).check(receiver.url("/hook"))).toBeNull();
    expect(receiver.connections).toBe(0);
  });
});

test("shows the headers that are sent, in the same order", async () => {
  const sender = createSender({ mode: "sandbox" });
  const message = { ...testMessage, url: receiver.url("/shown") };
  await sender.send(message);
  const [request] = await receiver.until(1, "/shown");
  const shown = sender.buildHeaders(message).flatMap(({ name, value }) => [name, value]);
  const [, , ...sent] = request?.rawHeaders ?? [];
  expect(sent.slice(0, -2)).toEqual(shown);
});
