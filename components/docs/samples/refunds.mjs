// Refunds: begin one without ever paying twice, follow it, see what is possible.
// Node.js 20 or later, no packages:
// API_ORIGIN=https://... API_KEY=sk_... node your-program.mjs
import { setTimeout as wait } from "node:timers/promises";

const { API_ORIGIN, API_KEY } = process.env;
const attemptsMax = 5;
const pauseMs = 200;
const timeoutMs = 30_000;

/**
 * Refunds a payment and answers the refund: `approved`, `declined` or still `pending`.
 * Write the code down before the first call. If this throws, call it again with the same
 * code: a code is one refund for ever, so nothing is refunded twice.
 * @param order { partnerRefundCode, amount }: kuruş; without `amount` all that is left
 * @param way "" (chosen for you), "/void" or "/credit"
 */
export async function refund(paymentCode, order, way = "") {
  const target = `${pathOf(paymentCode)}/refunds${way}`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call("POST", target, order);
    } catch (error) {
      if (!isOpen(error)) throw error;
      const found = await findRefund(order.partnerRefundCode);
      if (found?.paymentCode === paymentCode) return found;
      // Begun for something else, or another refund of the payment is under way.
      if (error.status === 409 || attempt === attemptsMax) throw error;
      await wait(attempt * pauseMs);
    }
  }
}

/** The refund with this code of yours; null: none was ever begun with it. */
export async function findRefund(partnerRefundCode) {
  try {
    return await call("GET", `/v1/refunds?${new URLSearchParams({ partnerRefundCode })}`);
  } catch (error) {
    if (error.code === "refund_not_found") return null;
    throw error;
  }
}

/** What `refund.approved` and `refund.declined` are about: decide from this alone. */
export const refundsOf = async ({ paymentCode }) =>
  (await call("GET", `${pathOf(paymentCode)}/refunds`)).items;

/** Its `refund` and `refundOptions` say what can be given back, how, and until when. */
export const getPayment = (paymentCode) => call("GET", pathOf(paymentCode));

const pathOf = (paymentCode) => `/v1/payments/${encodeURIComponent(paymentCode)}`;

/** No answer, one that says nothing about the refund, or a code that was used before. */
const isOpen = ({ status }) => status === undefined || status >= 500 || status === 409;

/** 429 was refused before anything happened: after the wait it may be sent again. */
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
    if (response.ok) return response.json();
    if (response.status !== 429 || attempt === attemptsMax) throw await refusal(response);
    await wait(Number(response.headers.get("retry-after")) * 1000);
  }
}

/** What stands in between may answer without our body. */
async function refusal(response) {
  const { error = {} } = await response.json().catch(() => ({}));
  const { code = "no_answer", message = "", traceId = "" } = error;
  const { status } = response;
  const text = `${status} ${code}: ${message} (${traceId})`;
  return Object.assign(new Error(text), { status, code });
}
