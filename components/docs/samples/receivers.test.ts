import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

const here = fileURLToPath(new URL(".", import.meta.url));
const oldSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const newSecret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX";
const foreignSecret = "whsec_ZZECAwQFBgcICQoLDA0ODxAREhMUFRYX";
const deliveryId = "whd_01K8Z3X5Y6Z7A8B9C0D1E2F3G4";
/** Older than any tolerance, and not as a parser would write it again. */
const body = Buffer.from(
  `{"id":"${deliveryId}", "type":"payment.captured","paymentCode":"pay_\\u0031 ğ😀","occurredAt":"2020-01-02T03:04:05.000Z"}`,
);

const signature = (bytes: Buffer, secret = oldSecret) =>
  `sha256=${createHmac("sha256", secret).update(bytes).digest("hex")}`;

const headersFor = (bytes: Buffer, secret = oldSecret): Record<string, string> =>
  Object.fromEntries(
    ["X-Service", "X-Legacy"].flatMap((prefix) => [
      [`${prefix}-Signature`, signature(bytes, secret)],
      [`${prefix}-Timestamp`, "1577934245"],
      [`${prefix}-Delivery-Id`, deliveryId],
    ]),
  );

const genuine = headersFor(body);
const without = (start: string) =>
  Object.fromEntries(Object.entries(genuine).filter(([name]) => !name.startsWith(start)));
const bothSigned = (value: string) => ({
  ...genuine,
  "X-Service-Signature": value,
  "X-Legacy-Signature": value,
});

const flipped = Buffer.from(body);
flipped[body.indexOf("captured")]! ^= 1;
const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString())));
const signedAs = (text: string): [Record<string, string>, Buffer] => [
  headersFor(Buffer.from(text)),
  Buffer.from(text),
];

const taken: [title: string, headers: Record<string, string>][] = [
  ["a genuine delivery", genuine],
  ["one with the current headers alone", without("X-Legacy")],
  ["one with the legacy headers alone", without("X-Service")],
  ["one whose current signature was spoilt on its way", { ...genuine, "X-Service-Signature": "sha256=00" }],
  ["one that the new secret has signed", headersFor(body, newSecret)],
];

const refused: [title: string, headers: Record<string, string>, bytes: Buffer][] = [
  ["a flipped bit", genuine, flipped],
  ["a byte less", genuine, body.subarray(0, -1)],
  ["a body that was parsed and written again", genuine, rewritten],
  ["a foreign secret", headersFor(body, foreignSecret), body],
  ["an empty secret", bothSigned(signature(body, "")), body],
  ["no signature", { "X-Service-Timestamp": "1577934245", "X-Service-Delivery-Id": deliveryId }, body],
  ["an empty signature", bothSigned(""), body],
  ["a signature without its scheme", bothSigned(signature(body).slice(7)), body],
  ["a signature that is no ASCII", bothSigned(`sha256=${"é".repeat(64)}`), body],
  ["half a signature", bothSigned(signature(body).slice(0, 39)), body],
  ["a signed text that is no JSON", ...signedAs("hello")],
  ["a signed null", ...signedAs("null")],
  ["a signed list", ...signedAs("[1]")],
  ["a signed body without an id", ...signedAs('{"type":"webhook.test"}')],
  ["a signed id that is a path", ...signedAs('{"id":"whd_/../../x"}')],
];

const samples: [file: string, command: (port: number) => [string, ...string[]]][] = [
  ["receiver.mjs", () => [process.execPath, "receiver.mjs"]],
  ["receiver.py", () => ["python3", "receiver.py"]],
  ["receiver.php", (port) => ["php", "-d", "display_errors=1", "-S", `127.0.0.1:${port}`, "receiver.php"]],
];
/** Node.js is always there; the others run where they are installed. */
const runnable = samples.filter(([, command]) => spawnSync(command(0)[0], ["--version"]).status === 0);

describe.each(runnable)("%s", (_, command) => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver(command, `${oldSecret},${newSecret}`);
  });
  afterAll(() => receiver.stop());
  beforeEach(() => receiver.empty());

  test.each(taken)("200, kept byte by byte: %s", async (_, headers) => {
    expect(await receiver.post(headers, body)).toBe(200);
    expect(await receiver.kept()).toEqual([`${deliveryId}.json`]);
    expect(await receiver.read(`${deliveryId}.json`)).toEqual(body);
  });

  test("200 and kept once: a delivery that comes again, also several times at once", async () => {
    expect(await receiver.post(genuine, body)).toBe(200);
    expect(await Promise.all(Array.from({ length: 5 }, () => receiver.post(genuine, body)))).toEqual(
      Array(5).fill(200),
    );
    expect(await receiver.kept()).toEqual([`${deliveryId}.json`]);
  });

  test.each(refused)("400, nothing kept: %s", async (_, headers, bytes) => {
    expect(await receiver.post(headers, bytes)).toBe(400);
    expect(await receiver.kept()).toEqual([]);
  });

  test("no success for a body of more than 64 KiB, though signed", async () => {
    const large = Buffer.from(`{"id":"${deliveryId}","x":"${"x".repeat(65_536)}"}`);
    const status = await receiver.post(headersFor(large), large).catch(() => "closed");
    expect([413, "closed"]).toContain(status);
    expect(await receiver.kept()).toEqual([]);
  });

  test("a body without a length is kept, or answered so that it comes again", async () => {
    const status = await receiver.post(genuine, body, "chunked");
    expect([200, 501]).toContain(status);
    expect(await receiver.kept()).toHaveLength(status === 200 ? 1 : 0);
  });

  test("500 when a delivery cannot be kept: it will come again", async () => {
    await receiver.spoil();
    expect(await receiver.post(genuine, body)).toBe(500);
  });

  test("no success without a secret", async () => {
    const status = await startReceiver(command, "").then(
      async (started) => {
        const answered = await started.post(headersFor(body, ""), body);
        await started.stop();
        return answered;
      },
      () => "not started",
    );
    expect([500, "not started"]).toContain(status);
  });
});

interface Receiver {
  post(headers: Record<string, string>, bytes: Buffer, encoding?: "chunked"): Promise<number>;
  kept(): Promise<string[]>;
  read(name: string): Promise<Buffer>;
  empty(): Promise<void>;
  /** From now on nothing can be kept. */
  spoil(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a sample as its reader would; throws when it ends before it listens. */
async function startReceiver(command: (port: number) => [string, ...string[]], secrets: string) {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "vezne-receiver-"));
  const inbox = join(folder, "inbox");
  const [program, ...args] = command(port);
  const env = { ...process.env, PORT: String(port), INBOX: inbox, WEBHOOK_SECRETS: secrets };
  const child = spawn(program, args, { cwd: here, env, stdio: ["ignore", "pipe", "pipe"] });
  const remove = () => rm(folder, { recursive: true });
  await listening(child).catch(async (error) => {
    await remove();
    throw error;
  });
  const receiver: Receiver = {
    post: async (headers, bytes, encoding) => {
      const plain = new Uint8Array(bytes);
      const response = await fetch(`http://127.0.0.1:${port}/webhooks`, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        ...(encoding ? { body: new Blob([plain]).stream(), duplex: "half" } : { body: plain }),
      });
      return response.status;
    },
    kept: () => readdir(inbox).catch(() => []),
    read: (name) => readFile(join(inbox, name)),
    empty: async () => {
      for (const name of await receiver.kept()) await rm(join(inbox, name));
    },
    spoil: async () => {
      await rm(inbox, { recursive: true });
      await writeFile(inbox, "");
    },
    stop: async () => {
      child.kill();
      await once(child, "close");
      await remove();
    },
  };
  return receiver;
}

async function listening(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        said += text;
        if (/Listening on|Development Server/.test(said)) resolve();
      });
    }
    child.once("close", () => reject(new Error(`The receiver did not start: ${said}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
