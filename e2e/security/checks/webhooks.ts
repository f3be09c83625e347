import { createHmac } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect } from "@playwright/test";
import { type Received, startTestReceiver, type TestReceiver } from "@/server/testing/receivers/receiver";
import { changePartner, control, sendWebhook } from "../../support/controls";
import { findUser, openPanel } from "../../support/panel";
import { held, hostRestricted, linksDisabled, sandbox } from "../../support/product";
import { withBrowser } from "../browser";
import type { Check } from "../check";
import { openLiveOwnerWithApp } from "../live-owner";
import { Person, panelDoor } from "../person";
import { findServer, readMemoryMb } from "../process";

/** Webhooks: the signature, the address, and hostile receivers. */

/** Makes a receiver the address of an account for the work. */
async function withReceiver<Result>(
  { partnerId }: { readonly partnerId: string },
  work: (receiver: TestReceiver) => Promise<Result>,
): Promise<Result> {
  const receiver = await startTestReceiver();
  try {
    await changePartner(partnerId, { webhookUrl: receiver.url("/hook") });
    return await work(receiver);
  } finally {
    await changePartner(partnerId, { webhookUrl: null });
    await receiver.close();
  }
}

export const signaturesAreExact: Check = async () => {
  const { webhookSecret: secret } = hostRestricted;
  return withReceiver(hostRestricted, async (receiver) => {
    await sendWebhook(hostRestricted);
    await sendWebhook(hostRestricted, "payout.paid_out");
    for (const received of await receiver.until(2)) expectSigned(received, secret);
    return { done: "2 webhooks: both header sets and Standard Webhooks equal the recomputed HMAC" };
  });
};

function expectSigned({ headers, body }: Received, secret: string): void {
  const event = JSON.parse(body.toString()) as { id: string; occurredAt: string };
  const hex = createHmac("sha256", secret).update(body).digest("hex");
  for (const prefix of ["x-service", "x-legacy"]) {
    expect(headers[`${prefix}-signature`], prefix).toBe(`sha256=${hex}`);
    expect(headers[`${prefix}-delivery-id`], prefix).toBe(event.id);
    expect(Number(headers[`${prefix}-timestamp`])).toBe(Math.floor(Date.parse(event.occurredAt) / 1000));
  }
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  expect(headers["webhook-signature"]).toContain(`v1,${createHmac("sha256", key).update(text).digest("base64")}`);
}

/** Spellings of addresses of this machine and of inner networks. */
const internal = `
  169.254.169.254 127.0.0.1 [::1] [::ffff:127.0.0.1] [::ffff:7f00:1] 2130706433 0x7f.1 0177.0.0.1 127.1 0 0.0.0.0 [::]
  10.0.0.1 172.16.0.1 192.168.1.1 100.64.0.1 [fd00::1] [fe80::1] [64:ff9b::7f00:1] [2002:7f00:1::] 224.0.0.1
  255.255.255.255 localhost x.localhost printer.local metadata.google.internal 127.0.0.1. ①②⑦.0.0.1`
  .trim()
  .split(/\s+/)
  .flatMap((host) => [`http://${host}/`, `https://${host}/`, `https://${host}:8443/`]);

export const noInternalAddress: Check = async (run) => {
  const installation = await run.live();
  const listener = await startTestReceiver();
  try {
    const urls = [...internal, `http://127.0.0.1:${listener.port}/`, `https://127.0.0.1:${listener.port}/`];
    // A person may make 60 changes in a minute.
    let owner = await openLiveOwnerWithApp(installation);
    for (const [n, url] of urls.entries()) {
      if (n > 0 && n % 50 === 0) owner = await openLiveOwnerWithApp(installation);
      expect((await owner.change("webhook.setUrl", { url })).status, `${url} in live mode`).toBe(400);
    }
    const names = await expectNamesBlocked(owner, run);
    const inSandbox = ["169.254.169.254", "10.0.0.1", "[fd00::1]", "[fe80::1]", "[::ffff:10.0.0.1]", "0xa9fea9fe"];
    const answers = [];
    for (const host of inSandbox) answers.push(await trySandbox(`http://${host}/`));
    expect(
      answers.every((one) => one === "refused" || one === "blocked_destination"),
      String(answers),
    ).toBe(true);
    expect(listener.connections, "connections to a listener on 127.0.0.1").toBe(0);
    return {
      done: `${urls.length} spellings refused in live mode, ${names} names by a name server, ${inSandbox.length} in a sandbox`,
    };
  } finally {
    await listener.close();
  }
};

/** Sets names that lead inside, and one that changes after it was saved. Returns how many were tried. */
async function expectNamesBlocked(owner: Person, run: Parameters<Check>[0]): Promise<number> {
  const { names } = await run.names();
  const outer = "93.184.215.14";
  const inside = {
    "loopback.evil.test": ["127.0.0.1"],
    "metadata.evil.test": ["169.254.169.254"],
    "mixed.evil.test": [outer, "127.0.0.1"],
    "mapped.evil.test": ["::ffff:127.0.0.1"],
    "private6.evil.test": ["fd00::1"],
    "unknown.evil.test": undefined,
  };
  for (const [name, addresses] of Object.entries(inside)) {
    if (addresses) names[name] = addresses;
    const answer = await owner.change("webhook.setUrl", { url: `https://${name}:8443/` });
    expect(answer.status, `https://${name}:8443/`).toBe(400);
  }
  names["rebind.evil.test"] = [outer];
  expect((await owner.change("webhook.setUrl", { url: "https://rebind.evil.test:8443/" })).status).toBe(200);
  names["rebind.evil.test"] = ["127.0.0.1"];
  expect(await sendTest(owner), "a name that changed after it was saved").toBe("blocked_destination");
  return Object.keys(inside).length + 1;
}

/** Sends a test webhook by the panel and returns how its first attempt failed; null when it did not. */
async function sendTest(person: Person): Promise<string | null> {
  const { data } = await person.change("webhook.test");
  return (await readAttempt(person, (data as { deliveryId: string }).deliveryId)).errorClass;
}

interface Attempt {
  readonly errorClass: string | null;
  readonly statusCode: number | null;
  readonly durationMs: number;
}

/** Waits for the first attempt of a delivery. */
async function readAttempt(person: Person, deliveryId: string): Promise<Attempt> {
  const list = async () => {
    const { data } = await person.query("webhook.delivery", { deliveryId });
    // The event becomes a delivery in the background.
    return (data as { tries: readonly Attempt[] } | null)?.tries ?? [];
  };
  await expect.poll(async () => (await list()).length, { timeout: 30_000 }).toBeGreaterThan(0);
  return (await list())[0] as Attempt;
}

/** Sets an address in the sandbox, and sends a webhook where it is accepted. */
async function trySandbox(webhookUrl: string): Promise<string | null> {
  const answer = await control("PATCH", `/sandbox/partners/${held.partnerId}`, { webhookUrl });
  if (answer.status !== 200) return "refused";
  try {
    const deliveryId = (await sendWebhook(held)) ?? "";
    const developer = await Person.signedIn(panelDoor, findUser("developer", held));
    return (await readAttempt(developer, deliveryId)).errorClass;
  } finally {
    await changePartner(held.partnerId, { webhookUrl: null });
  }
}

export const hostileReceivers: Check = async () => {
  const developer = await Person.signedIn(panelDoor, findUser("developer", held));
  const target = await startTestReceiver();
  const done = await withReceiver(held, async (receiver) => {
    const send = async (): Promise<Attempt> => readAttempt(developer, (await sendWebhook(held)) ?? "");
    const pid = findServer(Number(new URL(sandbox.apiUrl).port));
    await send();
    const beforeMb = readMemoryMb(pid);
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answer("/hook", { status, headers: { Location: target.url("/") } });
      expect((await send()).errorClass, `${status}`).not.toBeNull();
    }
    expect(target.connections, "connections to where a redirect leads").toBe(0);
    receiver.answer("/hook", () => ({ raw: endless(2 ** 30) }));
    await send();
    const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20));
    receiver.answer("/hook", { status: 200, headers: { "Content-Encoding": "gzip" }, body: bomb });
    await send();
    receiver.answer("/hook", () => ({ raw: ["HTTP/1.1 200 OK\r\nX-A: ", ...Array(60).fill("a")], everyMs: 1_000 }));
    const slow = await send();
    expect(slow.errorClass, "one byte a second").toBe("timeout");
    expect(slow.durationMs).toBeGreaterThan(4_000);
    expect(slow.durationMs).toBeLessThan(9_000);
    const growthMb = readMemoryMb(pid) - beforeMb;
    expect(growthMb, "MB that the web process has grown").toBeLessThan(50);
    return { growthMb, slow };
  }).finally(() => target.close());
  return {
    done: `5 redirects not followed; 1 GiB, a bomb: ${done.growthMb.toFixed(0)} MB more; 1 byte/s cut after ${done.slow.durationMs} ms`,
  };
};

/** Writes the head of an answer and a body of this length. */
function* endless(length: number): Generator<string | Uint8Array> {
  const piece = Buffer.alloc(65_536, "a");
  yield `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`;
  for (let sent = 0; sent < length; sent += piece.length) yield piece;
}

export const answersAreText: Check = async () => {
  const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>\u001b[31mred\0\u202etxt';
  return withReceiver(linksDisabled, async (receiver) => {
    receiver.answer("/hook", { status: 400, body: Buffer.from(hostile) });
    const id = (await sendWebhook(linksDisabled)) ?? "";
    await receiver.until(1);
    return withBrowser(async (browser) => {
      const page = await openPanel(browser, findUser("developer", linksDisabled));
      await expect(async () => {
        await page.goto(`/panel/developers/webhooks/${id}`);
        await expect(page.getByText("<img src=x onerror=").first()).toBeVisible({ timeout: 3_000 });
      }).toPass({ timeout: 30_000 });
      const shown = await page.locator("main").innerText();
      expect(await page.locator("main img, main script").count(), "elements of the answer").toBe(0);
      expect(["1", "2"]).not.toContain(await page.title());
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not be there
      expect(shown).not.toMatch(/[\u001b\u0000\u202e]/);
      return { done: "a browser shows markup, ESC, NUL and a direction mark of an answer as text" };
    });
  });
};

export const cloudAddressIsRefused: Check = async (run) => {
  const owner = await openLiveOwnerWithApp(await run.live());
  const { names } = await run.names();
  names["wire.evil.test"] = ["168.63.129.16"];
  for (const url of ["https://168.63.129.16/", "https://wire.evil.test/"]) {
    expect((await owner.change("webhook.setUrl", { url })).status, url).toBe(400);
  }
  expect(await trySandbox("http://168.63.129.16/"), "in a sandbox").toMatch(/refused|blocked_destination/);
  return { done: "168.63.129.16 is refused as an address and behind a name, in live mode and in a sandbox" };
};
