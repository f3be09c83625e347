import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "../support/http";
import { type Merchant, newCode } from "../support/merchant";
import type { WebhookReceiver } from "../support/webhook-receiver";
import type { Dice } from "./dice";

/** A refund that a merchant's server has asked for. */
export interface Asked {
  readonly merchant: Merchant;
  readonly paymentCode: string;
  readonly partnerRefundCode: string;
  readonly path: "refunds" | "refunds/void" | "refunds/credit";
  /** Kuruş; null: all that is left. */
  readonly amount: number | null;
  /** How often it was sent. */
  sendings: number;
  /** What was answered, or looked up, last. */
  told: Told | null;
  /** The error's code, where it was refused. */
  refusal: string | null;
}

export interface Told {
  readonly refundId: string;
  readonly method: "void" | "credit";
  readonly status: "pending" | "approved" | "declined";
}

export interface Refunding {
  readonly asked: readonly Asked[];
  /** Answers that nobody should ever get. */
  readonly surprises: readonly string[];
  /** Lets everybody finish what they are at. */
  stop(): Promise<void>;
}

/** A merchant, and its endpoint that hears of its payments. */
export interface Shop {
  readonly merchant: Merchant;
  readonly receiver: WebhookReceiver;
}

export interface RefundingSettings {
  readonly shops: readonly Shop[];
  readonly dice: Dice;
  /** How many refunds a shop asks for at a time. */
  readonly clerks: number;
  /** Resolves when the shop may call the server again. */
  whenUp(): Promise<void>;
}

interface Desk extends RefundingSettings {
  readonly shop: Shop;
  readonly asked: Asked[];
}

/** Merchants' servers that hear of captured payments and refund most of them, whatever happens to the server meanwhile. */
export function startRefunding(settings: RefundingSettings): Refunding {
  const asked: Asked[] = [];
  const surprises: string[] = [];
  let isOver = false;
  const refundOn = async (shop: Shop, seen: Set<unknown>): Promise<void> => {
    while (!isOver) {
      const paymentCode = nextCaptured(shop.receiver, seen);
      if (paymentCode === null) await sleep(50);
      else if (settings.dice.falls(0.8))
        await refundPayment({ ...settings, shop, asked }, paymentCode).catch((error) =>
          surprises.push(String(error)),
        );
    }
  };
  const clerks = settings.shops.flatMap((shop) => {
    const seen = new Set();
    return Array.from({ length: settings.clerks }, () => refundOn(shop, seen));
  });
  return {
    asked,
    surprises,
    async stop() {
      isOver = true;
      await Promise.all(clerks);
    },
  };
}

/** The next payment that the shop heard of and nobody has looked at. */
function nextCaptured({ notices }: WebhookReceiver, seen: Set<unknown>): string | null {
  const next = notices.find(({ event }) => event.type === "payment.captured" && !seen.has(event.paymentCode));
  if (!next) return null;
  seen.add(next.event.paymentCode);
  return String(next.event.paymentCode);
}

/** What is done with a payment, and in how many of a hundred. */
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

/** Some parts, sometimes the rest. Nothing more is asked for while one is open, or after one was refused. */
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

/** ms; of a merchant's server that waits, and of one that gives up before the bank has answered. */
const [patientMs, impatientMs] = [10_000, 200];

/**
 * As a good merchant's server does it: where no answer came the code is looked up, and only where there is no such refund the
 * same is sent again.
 */
async function askFor(
  desk: Desk,
  merchant: Merchant,
  request: Pick<Asked, "paymentCode" | "path" | "amount">,
): Promise<Asked> {
  const partnerRefundCode = newCode();
  const asked: Asked = { merchant, ...request, partnerRefundCode, sendings: 0, told: null, refusal: null };
  desk.asked.push(asked);
  const { paymentCode, path, amount } = request;
  while (asked.told === null && asked.refusal === null) {
    await desk.whenUp();
    asked.sendings++;
    const signal = AbortSignal.timeout(desk.dice.falls(0.2) ? impatientMs : patientMs);
    const body = { partnerRefundCode, ...(amount !== null && { amount }) };
    const answer = await called(() => merchant.post(body, { signal }, `/v1/payments/${paymentCode}/${path}`));
    if (answer && answer.status < 500) note(asked, answer);
    else await lookUp(desk, asked);
  }
  return asked;
}

/** What a refund may be refused for: another is open or came first, or midnight did. */
const refusals: readonly unknown[] = [
  "refund_in_progress",
  "payment_not_refundable",
  "refund_amount_exceeds_remaining",
  "refund_method_not_available",
];

function note(asked: Asked, answer: Answer): void {
  if (answer.status === 201) {
    asked.told = answer.json();
    return;
  }
  const { code } = answer.json().error;
  if (!refusals.includes(code)) throw new Error(`${asked.path}: ${answer.status} ${answer.text}`);
  asked.refusal = code;
}

async function lookUp(desk: Desk, asked: Asked): Promise<void> {
  const answer = await got(desk, `/v1/refunds?partnerRefundCode=${asked.partnerRefundCode}`);
  if (answer.status === 200) asked.told = answer.json();
  else if (answer.status !== 404) throw new Error(`Look-up: ${answer.status} ${answer.text}`);
}

/** Looks again for some seconds, as long as its outcome is open. */
async function isResolved(desk: Desk, asked: Asked): Promise<boolean> {
  for (let looks = 1; looks <= 8 && asked.told?.status === "pending"; looks++) {
    await sleep(1_000);
    await lookUp(desk, asked);
  }
  return asked.told !== null && asked.told.status !== "pending";
}

/** Asks until the server answers. */
async function got({ shop: { merchant }, whenUp }: Desk, target: string): Promise<Answer> {
  for (;;) {
    await whenUp();
    const answer = await called(() => merchant.get(target));
    if (answer && answer.status < 500) return answer;
  }
}

/** Null when the connection broke or was refused, or nobody waited. */
const called = (call: () => Promise<Answer>): Promise<Answer | null> => call().catch(() => null);
