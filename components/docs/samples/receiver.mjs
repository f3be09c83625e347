// Receives webhooks: checks the signature, keeps each delivery once, answers.
// Node.js 20 or later, no packages:
// WEBHOOK_SECRETS=whsec_... PORT=8080 node receiver.mjs
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { link, mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";

const { PORT = "8080", INBOX = "inbox", WEBHOOK_SECRETS = "" } = process.env;

// While a secret is being rotated: the old and the new one, separated by a comma.
const secrets = WEBHOOK_SECRETS.split(",").filter((secret) => secret !== "");
if (secrets.length === 0) throw new Error("WEBHOOK_SECRETS is not set");

const signatureHeaders = ["X-Service-Signature", "X-Legacy-Signature"];
const largestBody = 65_536;

/** The HTTP status for a request: 4xx ends the delivery, 5xx has it tried again. */
async function answer(request) {
  if (request.method !== "POST") return 405;
  const body = await rawBody(request);
  if (body === null) return 413;
  if (!isGenuine(body, request.headers)) return 400;
  const id = deliveryIdOf(body);
  if (id === null) return 400;
  await keepOnce(id, body);
  return 200;
}

/** The bytes as they came: parsed and written again, they have another signature. */
async function rawBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > largestBody) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Whether one of the secrets has signed the body, however old it is: a retry carries
 * the time of its event. How long this takes tells nothing about the right signature.
 */
function isGenuine(body, headers) {
  const values = signatureHeaders.map((name) => headers[name.toLowerCase()] ?? "");
  const given = values.map((value) => Buffer.from(value));
  return secrets.some((secret) => {
    const digest = createHmac("sha256", secret).update(body).digest("hex");
    const expected = Buffer.from(`sha256=${digest}`);
    return given.some((one) => isEqual(one, expected));
  });
}

const isEqual = (one, other) => one.length === other.length && timingSafeEqual(one, other);

/** The id of the body, which is signed; the header that repeats it is not. */
function deliveryIdOf(body) {
  try {
    const { id } = JSON.parse(body.toString());
    return /^whd_\w+$/.test(id) ? id : null;
  } catch {
    return null;
  }
}

/**
 * Keeps a delivery under its id; one that is there already stays as it is. In your
 * product this is one INSERT into a table whose key is the id. A job of yours then takes
 * each new row, queries the resource that it names, and decides.
 */
async function keepOnce(id, body) {
  const draft = join(INBOX, `${id}.${randomUUID()}`);
  await writeFile(draft, body);
  try {
    await link(draft, join(INBOX, `${id}.json`));
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  } finally {
    await rm(draft);
  }
}

const server = createServer(async (request, response) => {
  const status = await answer(request).catch((error) => {
    process.stderr.write(`${error}\n`);
    return 500;
  });
  response.writeHead(status).end();
});

await mkdir(INBOX, { recursive: true });
server.listen(Number(PORT), "127.0.0.1", () => {
  process.stdout.write(`Listening on port ${PORT}\n`);
});
