import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { Secret } from "../domain/secret";
import { startTestReceiver } from "../testing/receivers/receiver";
import { createIncidentWebhook } from "./incident-webhook";
import { mayConnectTo } from "./resolve";

const prefixes = { webhookHeaderPrefix: "X-Service", webhookLegacyHeaderPrefix: "X-Legacy" };

test("a message reaches a receiver in the own network, signed as Standard Webhooks say (D-363)", async () => {
  const receiver = await startTestReceiver();
  const key = Buffer.alloc(24, 7);
  const secret = new Secret(`whsec_${key.toString("base64")}`);
  const sender = createIncidentWebhook({ url: receiver.url("/alerts"), secret }, prefixes);
  expect(await sender.send({ id: "inc_1", body: "{}", createdAt: new Date() })).toMatchObject({ errorClass: null });
  const [request] = await receiver.until(1, "/alerts");
  const sent = new Map(request?.rawHeaders.map((name, n, all) => [name, all[n + 1] ?? ""]));
  const signed = `inc_1.${sent.get("webhook-timestamp")}.{}`;
  const signature = createHmac("sha256", key).update(signed).digest("base64");
  expect(sent.get("webhook-signature")).toBe(`v1,${signature}`);
  await receiver.close();
});

test("private addresses are open to the operator's webhook alone", () => {
  for (const address of ["10.0.0.5", "192.168.1.1", "fd00::1", "169.254.169.254"]) {
    expect([mayConnectTo(address, "trusted"), mayConnectTo(address, "live")]).toEqual([true, false]);
  }
});
