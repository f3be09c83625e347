// Payment links: create one, look through all of them, see what a webhook is about, cancel.
// Node.js 20 or later, no packages:
// API_ORIGIN=https://... API_KEY=sk_... node your-program.mjs
import { setTimeout as wait } from "node:timers/promises";

const { API_ORIGIN, API_KEY } = process.env;
const attemptsMax = 5;
const timeoutMs = 30_000;

/** A new link. There is no idempotency key: sent twice, a request makes two links. */
export const createLink = (link) => call("POST", "/v1/payment-links", link);

/** A link as it is now. */
export const getLink = (id) => call("GET", pathOf(id));

/**
 * Cancels a link and answers what it is then. Not cancelled where something was quicker: a
 * payment, the end of its time, another cancel. Do not ship before `status` is `completed`.
 */
export async function cancelLink(id) {
  try {
    return await call("DELETE", pathOf(id));
  } catch (error) {
    if (error.status !== 409) throw error;
    return getLink(id);
  }
}

/**
 * Every link that matches, the newest first. Each page begins where the one before ended, not
 * at a page number: new links move nothing, and there is no last page that can be asked for.
 */
export async function* listLinks(filters = {}) {
  const query = { size: 200, ...filters };
  let before = new Set();
  for (;;) {
    const { items, hasMore } = await call("GET", `/v1/payment-links?${written(query)}`);
    for (const link of items) if (!before.has(link.id)) yield link;
    if (!hasMore) return;
    query.createdTo = items.at(-1).createdAt;
    before = new Set(items.map(({ id }) => id));
  }
}

/** What a verified webhook is about, as it is now: decide from this, not from the webhook. */
export const subjectOf = ({ paymentLinkId, paymentCode }) =>
  paymentLinkId ? getLink(paymentLinkId) : call("GET", pathOf(paymentCode, "payments"));

const pathOf = (id, kind = "payment-links") => `/v1/${kind}/${encodeURIComponent(id)}`;

/** A list is written as the same name several times: `status=pending&status=launched`. */
const written = (query) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  );

/** 429 was refused before anything happened: after the wait it may be sent again as it is. */
async function call(method, path, body) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(API_ORIGIN + path, {
      method,
      headers: {
        Authorization: `Bearer ${API_KEY}`,
        ...(body && { "Content-Type": "application/json" }),
      },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = await response.json();
    if (response.ok) return answer;
    if (response.status !== 429 || attempt === attemptsMax) throw refusal(response.status, answer.error);
    await wait(Number(response.headers.get("retry-after")) * 1000);
  }
}

const refusal = (status, { code, message, traceId }) =>
  Object.assign(new Error(`${status} ${code}: ${message} (${traceId})`), { status, code });
