import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "../support/http";
import { type Merchant, newCode } from "../support/merchant";
import type { WebhookReceiver } from "../support/webhook-receiver";
import type { Dice } from "./dice";

/** A refund that a merchant's server has requested. */
export interface Asked {
  readonly merchant: Merchant;
  readonly paymentCode: string;
  readonly partnerRefundCode: string;
  readonly path: "refunds" | "refunds/void" | "refunds/credit";
  /** The amount in kuruş; null for the whole remaining amount. */
  readonly amount: number | null;
  /** The number of times that the request was sent. */
  sendings: number;
  /** The last record that a response or a query returned. */
  answered: RefundAnswer | null;
  /** The error code if it was refused. */
  refusal: string | null;
}

interface RefundAnswer {
  readonly refundId: string;
  readonly method: "void" | "credit";
  readonly status: "pending" | "approved" | "declined";
}

export interface Refunding {
  readonly asked: readonly Asked[];
  /** Responses that must never occur. */
  readonly surprises: readonly string[];
  /** Lets every clerk finish the current refund. */
  stop(): Promise<void>;
}

/** A merchant with its webhook endpoint. */
export interface Shop {
  readonly merchant: Merchant;
  readonly receiver: WebhookReceiver;
}

export interface RefundingSettings {
  readonly shops: readonly Shop[];
  readonly dice: Dice;
  /** The number of concurrent refunds of a shop. */
  readonly clerks: number;
  /** Resolves when the shop may call the server again. */
  whenUp(): Promise<void>;
}

interface Desk extends RefundingSettings {
  readonly shop: Shop;
  readonly asked: Asked[];
}

/**
 * Starts merchants' servers that refund most payments whose capture they learn of, also while the server is being
 * killed.
 */
export function startRefunding(settings: RefundingSettings): Refunding {
  const asked: Asked[] = [];
  const surprises: string[] = [];
  let isStopped = false;
  const refundOn = async (shop: Shop, read: ReadNotices): Promise<void> => {
    while (!isStopped) {
      const paymentCode = nextCaptured(shop.receiver, read);
      if (paymentCode === null) await sleep(50);
      else if (settings.dice.falls(0.8))
        await refundPayment({ ...settings, shop, asked }, paymentCode).catch((error) => surprises.push(String(error)));
    }
  };
  const clerks = settings.shops.flatMap((shop) => {
    const read: ReadNotices = { count: 0, captured: new Set() };
    return Array.from({ length: settings.clerks }, () => refundOn(shop, read));
  });
  return {
    asked,
    surprises,
    async stop() {
      isStopped = true;
      await Promise.all(clerks);
    },
  };
}

/** What the clerks of a shop have read of its notices. */
interface ReadNotices {
  count: number;
  /** The payments of whose capture they have read. */
  readonly captured: Set<unknown>;
}

/** Returns the next captured payment of which the shop has an event and that no clerk has handled. */
function nextCaptured({ notices }: WebhookReceiver, read: ReadNotices): string | null {
  while (read.count < notices.length) {
    const event = notices[read.count++]?.event;
    if (event?.type !== "payment.captured" || read.captured.has(event.paymentCode)) continue;
    read.captured.add(event.paymentCode);
    return String(event.paymentCode);
  }
  return null;
}

/** The ways to refund a payment, with their percentages. */
const plans = new Map([
  ["whole", 30],
  ["void", 15],
  ["credit", 15],
  ["parts", 30],
  ["twoAtOnce", 10],
] as const);

async function refundPayment(desk: Desk, paymentCode: string): Promise<void> {
  const ask = (path: Asked["path"], amount: number | null = null) =>
    askFor(desk, desk.shop.merchant, { paymentCode, path, amount });
  switch (desk.dice.pick<"whole" | "void" | "credit" | "parts" | "twoAtOnce">(plans)) {
    case "whole":
      await ask("refunds");
      return;
    case "void":
      await ask("refunds/void");
      return;
    case "credit":
      await ask("refunds/credit");
      return;
    case "twoAtOnce":
      await Promise.all([ask("refunds"), ask("refunds/credit")]);
      return;
    case "parts":
      await refundInParts(desk, paymentCode, ask);
  }
}

/** Refunds some parts and sometimes the rest. It stops when a part stays open or is refused. */
async function refundInParts(
  desk: Desk,
  paymentCode: string,
  ask: (path: Asked["path"], amount: number | null) => Promise<Asked>,
): Promise<void> {
  const { refund } = (await got(desk, `/v1/payments/${paymentCode}`)).json();
  const partMax = Math.floor(refund.remainingAmount / 3);
  const parts = Array.from({ length: desk.dice.between(1, 3) }, () => desk.dice.between(1, partMax));
  for (const amount of desk.dice.falls(0.5) ? [...parts, null] : parts) {
    const asked = await ask("refunds/credit", amount);
    if (!(await isResolved(desk, asked))) return;
  }
}

/** The time-outs in ms of a merchant's server that waits, and of one that gives up before the bank's answer. */
const [patientMs, impatientMs] = [10_000, 200];

/**
 * Requests a refund as a correct merchant's server does: without a response it queries the code, and only if no such
 * refund exists it sends the same request again.
 */
async function askFor(
  desk: Desk,
  merchant: Merchant,
  request: Pick<Asked, "paymentCode" | "path" | "amount">,
): Promise<Asked> {
  const partnerRefundCode = newCode();
  const asked: Asked = { merchant, ...request, partnerRefundCode, sendings: 0, answered: null, refusal: null };
  desk.asked.push(asked);
  const { paymentCode, path, amount } = request;
  while (asked.answered === null && asked.refusal === null) {
    await desk.whenUp();
    asked.sendings++;
    const signal = AbortSignal.timeout(desk.dice.falls(0.2) ? impatientMs : patientMs);
    const body = { partnerRefundCode, ...(amount !== null && { amount }) };
    const answer = await called(() => merchant.post(body, { signal }, `/v1/payments/${paymentCode}/${path}`));
    if (answer && answer.status < 500) note(asked, answer);
    else await lookUp(desk, asked);
  }
  if (asked.answered && desk.dice.falls(0.05)) await askAgain(desk, asked);
  return asked;
}

/** Sends a request again that was answered, as a merchant's server with a fault does: no second refund may begin. */
async function askAgain({ whenUp }: Desk, { merchant, paymentCode, path, ...asked }: Asked): Promise<void> {
  await whenUp();
  const body = { partnerRefundCode: asked.partnerRefundCode, ...(asked.amount !== null && { amount: asked.amount }) };
  const answer = await called(() => merchant.post(body, {}, `/v1/payments/${paymentCode}/${path}`));
  // 409 because the code is used, or 422 because less remains by now.
  if (!answer || answer.status >= 400) return;
  throw new Error(`${path} with a used code: ${answer.status} ${answer.text}`);
}

/** The allowed refusals: another refund is open or was first, or the bank's day has ended meanwhile. */
const refusals: readonly unknown[] = [
  "refund_in_progress",
  "payment_not_refundable",
  "refund_amount_exceeds_remaining",
  "refund_method_not_available",
];

function note(asked: Asked, answer: Answer): void {
  if (answer.status === 201) {
    asked.answered = answer.json();
    return;
  }
  const { code } = answer.json().error;
  if (!refusals.includes(code)) throw new Error(`${asked.path}: ${answer.status} ${answer.text}`);
  asked.refusal = code;
}

async function lookUp(desk: Desk, asked: Asked): Promise<void> {
  const answer = await got(desk, `/v1/refunds?partnerRefundCode=${asked.partnerRefundCode}`);
  if (answer.status === 200) asked.answered = answer.json();
  else if (answer.status !== 404) throw new Error(`Look-up: ${answer.status} ${answer.text}`);
}

/** Queries a pending refund for some seconds; returns whether its outcome became known. */
async function isResolved(desk: Desk, asked: Asked): Promise<boolean> {
  for (let looks = 1; looks <= 8 && asked.answered?.status === "pending"; looks++) {
    await sleep(1_000);
    await lookUp(desk, asked);
  }
  return asked.answered !== null && asked.answered.status !== "pending";
}

/** Repeats a query until the server responds. */
async function got({ shop: { merchant }, whenUp }: Desk, target: string): Promise<Answer> {
  for (;;) {
    await whenUp();
    const answer = await called(() => merchant.get(target));
    if (answer && answer.status < 500) return answer;
  }
}

/** Returns null when the connection broke, was refused or timed out. */
const called = (call: () => Promise<Answer>): Promise<Answer | null> => call().catch(() => null);
