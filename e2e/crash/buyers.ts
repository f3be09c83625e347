import { setTimeout as sleep } from "node:timers/promises";
import { handOver, postForm, throughTheBank } from "../support/buyer";
import { cardWith } from "../support/cards";
import type { Form } from "../support/html";
import type { Answer } from "../support/http";
import { submitCard } from "../support/link-buyer";
import { type CreatedPayment, type Link, type Merchant, newCode } from "../support/merchant";
import type { TerminalName } from "../support/sandbox";
import type { Dice } from "./dice";

/** A payment whose creation was confirmed to a merchant. */
export interface Order {
  readonly merchant: Merchant;
  readonly paymentCode: string;
  readonly amount: number;
  /** The results with which the buyer's browser reached the shop; may be empty. */
  readonly results: string[];
}

/** A payment link whose creation was confirmed to a merchant. */
export interface LinkOrder {
  readonly merchant: Merchant;
  readonly link: Link;
  readonly results: string[];
}

export interface Buying {
  readonly orders: readonly Order[];
  readonly linkOrders: readonly LinkOrder[];
  /** The codes of the payments that took no card again after the first response was lost. */
  readonly refused: readonly string[];
  /** Responses that must never occur. */
  readonly surprises: readonly string[];
  /** Resolves when the next buyer has returned from the bank. */
  nextReturn(): Promise<void>;
  /** Lets every buyer finish the current order. */
  stop(): Promise<void>;
}

export interface BuyingSettings {
  readonly merchants: readonly Merchant[];
  readonly dice: Dice;
  readonly buyers: number;
  /** The longest rest of a buyer after an order, ms. Without rests the buyers take all processor time there is. */
  readonly restMaxMs?: number;
  /** The terminals, and with them the banks, on which payments and links are made; without it the default one. */
  readonly terminals?: readonly TerminalName[];
  /** Resolves when the shop may call the server again. */
  whenUp(): Promise<void>;
}

/** What a buyer needs who comes back from the bank. */
export interface Returning extends Pick<BuyingSettings, "dice" | "whenUp"> {
  /** Is called when a buyer has returned from the bank. */
  returned(): void;
}

interface Street extends BuyingSettings, Returning {
  /** Is called when a payment takes no card again. */
  refuse(paymentCode: string): void;
}

/** The outcomes of the sandbox's cards, with their percentage of payments. */
export const outcomes = new Map([
  ["approved", 36],
  ["declined_insufficient_funds", 8],
  ["three_ds_failed", 5],
  ["capture_lost_taken", 14],
  ["capture_lost_nothing", 8],
  ["callback_twice", 5],
  ["callback_missing", 5],
  // These cards are captured like the first one; only their refunds are lost or refused.
  ["credit_lost_taken", 15],
  ["credit_declined", 2],
  ["void_declined", 2],
]);

/** Starts concurrent buyers. Each pays one order after another, also while the server is being killed. */
export function startBuying(settings: BuyingSettings): Buying {
  const orders: Order[] = [];
  const linkOrders: LinkOrder[] = [];
  const [refused, surprises]: [string[], string[]] = [[], []];
  let isOver = false;
  const waiting: (() => void)[] = [];
  const street: Street = {
    ...settings,
    returned: () => {
      for (const resolve of waiting.splice(0)) resolve();
    },
    refuse: (paymentCode) => void refused.push(paymentCode),
  };
  const buyOn = async (number: number): Promise<void> => {
    const merchant = settings.merchants[number % settings.merchants.length] as Merchant;
    while (!isOver) {
      const bought = settings.dice.falls(0.25)
        ? buyByLink(street, merchant, linkOrders)
        : buyOne(street, merchant, orders);
      await bought.catch((error) => surprises.push(String(error)));
      await sleep(settings.dice.between(0, settings.restMaxMs ?? 0));
    }
  };
  const buyers = Array.from({ length: settings.buyers }, (_, number) => buyOn(number));
  return {
    orders,
    linkOrders,
    refused,
    surprises,
    nextReturn: () => new Promise((resolve) => waiting.push(resolve)),
    async stop() {
      isOver = true;
      await Promise.all(buyers);
    },
  };
}

async function buyOne(settings: Street, merchant: Merchant, orders: Order[]): Promise<void> {
  const { dice } = settings;
  const payment = await create(settings, merchant);
  const order = { merchant, ...payment, results: [] };
  orders.push(order);
  if (dice.falls(0.05)) return;
  const card = cardWith({ outcome: dice.pick(outcomes) });
  const started = await insist(settings, () => handOver(payment.paymentRef, card));
  // If the response with the form was lost, the form is not issued a second time; but if it never left, it is (D-340).
  if (started?.status === 409) settings.refuse(payment.paymentCode);
  if (started?.status !== 200) return;
  const back = await insist(settings, () => throughTheBank(started.text));
  if (back) await comeBack(settings, order, back);
}

/** Pays one link with one card. After a broken connection the form is sent again, and sometimes by two browsers. */
async function buyByLink(settings: Street, merchant: Merchant, links: LinkOrder[]): Promise<void> {
  const { dice } = settings;
  const amount = dice.between(100, 9_999_999);
  const created = await insist(settings, () =>
    merchant.createLink({ amount, redirectUrl: shopAddress, terminalId: chooseTerminal(settings, merchant) }),
  );
  // Without a confirmed creation the merchant has no link to give to a buyer.
  if (created?.status !== 201) return;
  const link: Link = created.json();
  const order = { merchant, link, results: [] };
  links.push(order);
  if (dice.falls(0.1)) return;
  const card = cardWith({ outcome: dice.pick(outcomes) });
  const buyers = Array.from({ length: dice.falls(0.2) ? 2 : 1 }, () =>
    insist(settings, () => submitCard(link, { card })),
  );
  const started = (await Promise.all(buyers)).find((answer) => answer?.status === 200);
  if (!started) return;
  const back = await insist(settings, () => throughTheBank(started.text));
  if (back) await comeBack(settings, order, back);
}

export const shopAddress = "https://shop.example/return";

/** Creates a payment as a merchant's server does: it retries with the same order code until there is a response. */
async function create(settings: BuyingSettings, merchant: Merchant): Promise<CreatedPayment & { amount: number }> {
  const amount = settings.dice.between(100, 9_999_999);
  const terminalId = chooseTerminal(settings, merchant);
  const request = merchant.request({ amount, partnerTxCode: newCode(), terminalId });
  for (;;) {
    await settings.whenUp();
    const answer = await called(() => merchant.post(request));
    if (answer?.status === 201 || answer?.status === 200) return { ...answer.json(), amount };
    if (answer && answer.status < 500) throw new Error(`Create: ${answer.status} ${answer.text}`);
  }
}

/** Chooses a terminal without a throw of the dice where there is only one. */
export function chooseTerminal(
  { dice, terminals = ["default"] }: Pick<BuyingSettings, "dice" | "terminals">,
  merchant: Merchant,
): string {
  const [only = "default"] = terminals;
  return merchant.terminal(terminals.length > 1 ? dice.pick(new Map(terminals.map((name) => [name, 1]))) : only);
}

/** The time in ms after which the buyer closes the page. */
const patienceMs = 1_500;

/** Posts the bank's form, sometimes twice at once, and again after a broken connection. */
export async function comeBack(settings: Returning, order: Pick<Order, "results">, back: Form): Promise<void> {
  const { dice } = settings;
  for (let tries = 1; tries <= 3; tries++) {
    const posts = Array.from({ length: dice.falls(0.2) ? 2 : 1 }, () => post(back));
    const answers = await Promise.all(posts);
    for (const answer of answers) note(order, answer);
    const isBack = answers.some((answer) => answer?.status === 303);
    if (isBack) settings.returned();
    if (isBack && !dice.falls(0.1)) return;
    await settings.whenUp();
  }
}

const post = (back: Form): Promise<Answer | null> =>
  called(() => postForm(back.action, back.fields, { signal: AbortSignal.timeout(patienceMs) }));

function note(order: Pick<Order, "results">, answer: Answer | null): void {
  if (answer === null || answer.status >= 500) return;
  if (answer.status !== 303) throw new Error(`Callback: ${answer.status} ${answer.text.slice(0, 500)}`);
  const { pathname, searchParams } = new URL(answer.headers.location ?? "");
  // For a link, an unknown result leads to the link's own page, which waits.
  const linkResult = pathname.endsWith("/result") ? "pending" : /\/payment\/(\w+)$/.exec(pathname)?.[1];
  order.results.push(searchParams.get("result") ?? linkResult ?? "none");
}

/** Retries a few times while the server is running; returns null when no call succeeded. */
export async function insist<T>({ whenUp }: Pick<BuyingSettings, "whenUp">, call: () => Promise<T>): Promise<T | null> {
  for (let tries = 1; tries <= 3; tries++) {
    await whenUp();
    const answer = await called(call);
    if (answer) return answer;
  }
  return null;
}

/** Returns null when the connection broke or was refused. */
export const called = <T>(call: () => Promise<T>): Promise<T | null> => call().catch(() => null);
